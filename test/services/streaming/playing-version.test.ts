import { expect, it, vi } from 'vitest'
import type { Version } from '../../../src/model/version.ts'
import { createPlayingVersions } from '../../../src/services/streaming/playing-version.ts'
import { household, itemRef, libraryItem } from '../../support/library-item.ts'
import { stream } from '../../support/streams.ts'

const [dead, other] = [1, 2].map((version): Version => {
  const ref = itemRef({ kind: 'version', version })
  const link = `https://streams.example/${version}.mkv`
  return { ref, id: String(version), result: stream(), link, name: '', description: '' }
}) as [Version, Version]

const people = household()
const device = { id: 'tv', name: 'Television', client: 'App', version: '1', rowId: 1 }
const playable = {
  household: { ...people, profile: people.profiles[0]!, via: 'basic', device } as const,
  item: libraryItem(),
  version: dead,
}

it('A device that is redirected to what does not suit it keeps that for itself, chosen once', async () => {
  const nextBest = vi.fn<() => Promise<Version>>(async () => other)
  const keepPlaying = vi.fn<(...of: unknown[]) => Promise<void>>(async () => {})
  const playing = createPlayingVersions({
    open: () => Promise.reject(new Error('nothing is opened')),
    fileHeaders: null,
    versions: {
      find: async () => other,
      playing: async () => null,
      hasFailed: async ({ version }) => version === dead.ref.version,
      suits: async () => false,
      nextBest,
      keepPlaying,
      renewPlaying: async () => {},
      endPlaying: async () => {},
      markDead: async () => {},
    },
  })
  const { signal } = new AbortController()
  const request = { method: 'GET', range: null, ifRange: null, directives: {}, signal } as const
  expect((await playing.choose(playable, request)).version).toBe(other)
  expect(nextBest).toHaveBeenCalledOnce()
  const decided = { mark: 2, total: null, isDead: false, device: 1 }
  expect(keepPlaying.mock.calls).toEqual([[dead.ref, decided]])
})
