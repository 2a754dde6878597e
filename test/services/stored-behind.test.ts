import { describe, expect, it, onTestFinished } from 'vitest'
import type { Cache } from '../../src/cache/cache.ts'
import type { DeviceStore } from '../../src/model/device-store.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import { createFileHeaders } from '../../src/services/file-headers/service.ts'
import { createFillers } from '../../src/services/library/titles/fillers.ts'
import { createKeptMarks } from '../../src/services/segments/kept-marks.ts'
import { forgettingProfiles } from '../../src/services/users/device-profiles.ts'
import { expected, version } from '../support/file-headers.ts'
import { mediaFile, startMediaServer } from '../support/media-files.ts'

const never = () => new Promise<never>(() => {})
/** A database that is busy for as long as one looks. */
const stored: Cache = {
  get: () => Promise.resolve(null),
  set: never,
  delete: never,
  close: () => Promise.resolve(),
}

describe('Nobody waits until what was found is stored', () => {
  it('for marks of a service', async () => {
    const mark = {
      service: 'aniskip',
      type: 'Intro',
      startMs: 0,
      endMs: 9,
      lengthMs: null,
    } as const
    const marks = createKeptMarks({
      sources: [
        {
          name: 'aniskip',
          keyOf: () => '1',
          ask: () => Promise.resolve([{ ...mark, confidence: 1 }]),
        },
      ],
      stored,
      waitMs: 1_000_000,
    })
    const question = { imdb: null, tmdb: null, mal: null, lengthMs: null }
    expect(await marks(question)).toMatchObject([mark])
  })

  it('for fillers of a series', async () => {
    const { mark } = createFillers({
      source: () => Promise.resolve({ filler: [2], recap: [] }),
      stored,
      translators: [],
    })
    const videos = [1, 2].map((episode) => ({ id: `mal:1:${episode}`, season: 1, episode }))
    const meta = { videos } as unknown as Parameters<typeof mark>[0]
    const found = await mark(meta, 'series')
    expect(found.videos.map(({ filler }) => filler)).toEqual([undefined, true])
  })

  it('for the header of a file', async () => {
    const { url } = await startMediaServer(mediaFile('hdr10.mkv'))
    const client = createGuardedFetch({ allowPrivate: true })
    onTestFinished(() => client.close())
    const headers = createFileHeaders({ open: client.open, stored, waitMs: 1_000_000 })
    const header = await headers.read({ version: version(`${url}/film.mkv`), expected })
    expect(header?.tracks).toHaveLength(5)
  })

  it('when a device is signed out', async () => {
    const devices = { remove: () => Promise.resolve(true) } as unknown as DeviceStore
    expect(await forgettingProfiles(devices, stored).remove(1, 1)).toBe(true)
  })
})
