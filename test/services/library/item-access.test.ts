import { describe, expect, it } from 'vitest'
import type { ItemRef } from '../../../src/model/item-ref.ts'
import type { LibraryItem } from '../../../src/model/library-item.ts'
import type { User } from '../../../src/model/household.ts'
import { createItemIds } from '../../../src/security/item-ids.ts'
import { createItemAccess } from '../../../src/services/library/item-access.ts'
import { itemRef, libraryItem } from '../../support/library-item.ts'

const itemIds = createItemIds(Buffer.alloc(32, 1))
const user = { configuration: 7 } as User
const ask = { signal: new AbortController().signal }

/** Items of a library that knows these alone. */
function accessTo(known: readonly LibraryItem[]) {
  const page = (items: readonly LibraryItem[]) => ({ items, total: items.length, start: 0 })
  return createItemAccess({
    itemIds,
    library: {
      item: async (_user, ref) =>
        known.find((item) => itemIds.encode(item.ref) === itemIds.encode(ref)) ?? null,
      items: async () => page(known.filter(({ kind }) => kind === 'movie')),
      partOfRef: async () => null,
      summaries: async (_user, refs) =>
        refs.map(
          (ref) => known.find((item) => itemIds.encode(item.ref) === itemIds.encode(ref)) ?? null,
        ),
      episodes: async (_user, _series, { season }) =>
        page(
          known.filter(
            (item) => item.kind === 'episode' && (season === null || item.season === season),
          ),
        ),
    },
  })
}

const part = (kind: 'season' | 'episode', season: number, episode: number | null) =>
  libraryItem({ ref: itemRef({ kind, season, episode }), kind, season, episode })

const film = libraryItem({ ref: itemRef(), kind: 'movie' })
const video = libraryItem({ ref: itemRef({ kind: 'video', number: 2 }), kind: 'video' })
const series = libraryItem({ ref: itemRef({ kind: 'series' }), kind: 'series' })
const special = part('episode', 0, 1)
const episode = part('episode', 1, 1)
const season = part('season', 1, null)
const specials = part('season', 0, null)
const playlist = libraryItem({ ref: itemRef({ kind: 'playlist' }), kind: 'playlist' })
const items = accessTo([film, video, series, season, special, episode, playlist])

describe('an item by its id', () => {
  const versionOf = ({ ref }: LibraryItem): ItemRef => ({ ...ref, kind: 'version', version: 5 })

  it.each([
    ['itself', film.ref, film],
    ['a version of a film', versionOf(film), film],
    ['a version of a video', versionOf(video), video],
    ['a version of an episode', versionOf(episode), episode],
    ['a title that nothing is known of', itemRef({ number: 3 }), null],
    ['a title of another configuration', { ...film.ref, configuration: 8 }, null],
  ])('%s', async (_name, ref, expected) => {
    expect(await items.find(user, itemIds.encode(ref), ask)).toBe(expected)
  })

  it('stands among others in their order, null where nothing is known', async () => {
    const ids = [video.ref, itemRef({ number: 3 }), film.ref].map((ref) => itemIds.encode(ref))
    expect(await items.summaries(user, ['no id', ...ids], ask)).toEqual([null, video, null, film])
  })

  it('is refused where there is none', async () => {
    const foreign = itemIds.encode({ ...film.ref, configuration: 8 })
    expect(() => items.requireRef(user, foreign)).toThrow('There is no such item')
    await expect(items.require(user, 'no id', ask)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('what can be played of an item', () => {
  it.each([
    ['a film: itself', film, [film]],
    ['a series: its episodes without specials', series, [episode]],
    ['a season: its episodes', season, [episode]],
    ['the specials: all of them', specials, [special]],
    ['a playlist: its titles', playlist, [film]],
    ['a genre: nothing', libraryItem({ kind: 'genre' }), []],
  ])('%s', async (_name, item, expected) => {
    expect(await items.playableParts(user, item, ask)).toEqual(expected)
  })
})
