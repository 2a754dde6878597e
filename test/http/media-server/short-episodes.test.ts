import { describe, expect, it } from 'vitest'
import { episodeItem } from '../../../src/library/items/part-items.ts'
import type { LibraryItem } from '../../../src/model/library-item.ts'
import type { Stream } from '../../../src/model/search-result.ts'
import { itemId, startRoutes } from '../../support/byte-routes.ts'
import { begins, like, megabyte, startFiles } from '../../support/dead-links.ts'
import { libraryItem } from '../../support/library-item.ts'
import { fileLasting, startMediaServer } from '../../support/media-files.ts'

const minute = 60_000

/** An episode of a series whose episodes take 45 minutes; `runtime` are its own minutes. */
function episode(season: number, runtime: number | null): LibraryItem {
  const video = { id: 'tt1:0:1', title: null, overview: null, released: null, thumbnail: null }
  const series = libraryItem({ runtimeMs: 45 * minute })
  const place = { season, episode: 1, aired: true }
  return { ...episodeItem(series, { ...place, video: { ...video, runtime } as never }) }
}

/** The file to which a player is sent that begins the first of two versions. */
async function sentTo(item: LibraryItem, minutes: number, result: Partial<Stream> = {}) {
  const short = await startMediaServer(fileLasting(minutes * minute))
  const other = await startMediaServer(fileLasting(45 * minute))
  const results = [
    like(`${short.url}/first`, { filename: 'One.mkv', ...result }),
    like(`${other.url}/other`, { filename: 'Two.mkv' }),
  ]
  const { get } = await startRoutes({ results, item, readsHeaders: true })
  const { headers } = await get(`/Videos/${itemId}/stream`)
  return new URL(headers.location!).pathname
}

describe('The file of an episode of a series whose episodes take 45 minutes', () => {
  it.each([
    { what: 'a special of one minute', season: 0, own: null, minutes: 1 },
    { what: 'a special of its own three minutes', season: 0, own: 3, minutes: 3 },
    { what: 'an episode of three minutes', season: 1, own: null, minutes: 3 },
    { what: 'an episode of its own two minutes', season: 1, own: 2, minutes: 2 },
  ])('plays where it is $what', async ({ season, own, minutes }) => {
    expect(await sentTo(episode(season, own), minutes)).toBe('/first')
  })

  it.each([
    { what: 'two minutes long', season: 1, own: null, minutes: 2 },
    { what: 'far shorter than the episode itself', season: 1, own: 45, minutes: 3 },
    { what: 'far shorter than the special itself', season: 0, own: 45, minutes: 3 },
  ])('is dead where it is $what', async ({ season, own, minutes }) => {
    expect(await sentTo(episode(season, own), minutes)).toBe('/other')
  })

  it('is dead where it is far shorter than its source says', async () => {
    expect(await sentTo(episode(0, null), 3, { duration: 3_000 })).toBe('/other')
  })
})

describe('A small file that is carried', () => {
  /** What plays where the first of two versions is a file of so many megabytes. */
  async function plays(item: LibraryItem, megabytes: number, size: number | null) {
    const small = await startFiles(megabytes * megabyte)
    const whole = await startFiles(200 * megabyte)
    const results = [like(`${small.url}/small`, { size }), like(`${whole.url}/other`, { size })]
    return begins(await startRoutes({ results, item }), itemId)
  }

  it('plays where it is a special, be its series as long as it may', async () => {
    expect(await plays(episode(0, null), 10, null)).toBe('small')
    expect(await plays(episode(0, null), 40, 2_000 * megabyte)).toBe('small')
  })

  it('plays where it is an episode whose own length nobody knows', async () => {
    expect(await plays(episode(1, null), 10, null)).toBe('small')
  })

  it('is a clip where far more was promised, or where it is too small for its own length', async () => {
    expect(await plays(episode(0, null), 10, 2_000 * megabyte)).toBe('other')
    expect(await plays(episode(1, null), 40, 2_000 * megabyte)).toBe('other')
    expect(await plays(episode(0, 45), 10, null)).toBe('other')
  })
})
