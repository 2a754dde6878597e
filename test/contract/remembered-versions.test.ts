import { describe, expect, it } from 'vitest'
import type { HistoryKey, PlayChange } from '../../src/model/history-store.ts'
import type { PlayedVersion } from '../../src/model/watch.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { dialects } from '../support/dialects.ts'
import { writePlay } from '../support/history.ts'

const item = {
  name: 'Name',
  mediaType: 'series',
  year: 2015,
  seriesName: 'Show',
  runtimeMs: 1,
  primary: null,
  backdrop: null,
  seriesPrimary: null,
}

function episode(number: number, titleKey = 'tt1'): HistoryKey {
  const itemKey = `${titleKey}:1:${number}`
  return { itemKey, titleKey, aliases: [], kind: 'episode', season: 1, episode: number, item }
}

function played(version: PlayedVersion | null, at: number): PlayChange {
  const finished = {
    positionMs: 0,
    durationMs: 10_000,
    resumable: false,
    played: true,
    plays: 1,
  } as const
  return { ...finished, version, at }
}

const versionOf = (mark: number): PlayedVersion => ({
  mark,
  group: 'Group',
  resolution: '1080p',
  traits: { releaseGroup: 'GROUP', quality: 'BluRay', encode: 'HEVC', languages: ['German'] },
  audio: 2,
  subtitle: -1,
})

describe.each(dialects)(
  'The version that a series was watched in last on $name',
  ({ skip, openMigrated }) => {
    describe.skipIf(skip)('is kept for its user', () => {
      async function open() {
        const store = createHistoryStore(await openMigrated())
        return { store, owner: await store.historyIdOf(1, 'a'.repeat(32)) }
      }

      it('with its traits, also after the episode was finished', async () => {
        const { store, owner } = await open()
        expect(await store.lastVersionOf(owner, 'tt1')).toBeNull()
        await writePlay(store, owner, episode(2), played(versionOf(2), 2_000))
        await writePlay(store, owner, episode(1), played(versionOf(1), 1_000))
        await writePlay(store, owner, episode(3), played(null, 3_000))
        await writePlay(store, owner, episode(1, 'tt2'), played(versionOf(9), 9_000))
        expect(await store.lastVersionOf(owner, 'tt1')).toEqual(versionOf(2))
        expect(
          await store.lastVersionOf(await store.historyIdOf(1, 'b'.repeat(32)), 'tt1'),
        ).toBeNull()
      })

      it('beside what a device played that cannot play it', async () => {
        const { store, owner } = await open()
        const own = { ...versionOf(2), device: 7 }
        await writePlay(store, owner, episode(1), played(versionOf(1), 1_000))
        await writePlay(store, owner, episode(1), played(own, 2_000))
        await writePlay(store, owner, episode(2), played({ ...own, mark: 3, device: 8 }, 3_000))
        expect(await store.lastVersionOf(owner, 'tt1')).toEqual(versionOf(1))
        const kept = await store.deviceVersions(owner, 'tt1')
        expect(kept.map(({ version }) => version)).toEqual([{ ...own, mark: 3, device: 8 }, own])
        await store.place(
          owner,
          episode(1),
          { ...played({ ...own, mark: 4 }, 4_000), plays: 0 },
          null,
        )
        const [newest] = await store.deviceVersions(owner, 'tt1')
        expect(newest).toEqual({
          storedKey: 'tt1:1:1',
          isStarted: false,
          version: { ...own, mark: 4 },
        })
        expect(await store.lastVersionOf(owner, 'tt1')).toEqual(versionOf(1))
        await store.clear(owner, null)
        expect(await store.deviceVersions(owner, 'tt1')).toEqual([])
      })

      it('without range, sound and cut where these are too long for it', async () => {
        const { store, owner } = await open()
        const group = 'g'.repeat(260)
        const traits = versionOf(1).traits!
        const whole = { ...traits, range: 'DV', audio: 'a'.repeat(40), edition: 'e'.repeat(40) }
        await writePlay(
          store,
          owner,
          episode(1),
          played({ ...versionOf(1), group, traits: whole }, 1_000),
        )
        expect(await store.lastVersionOf(owner, 'tt1')).toEqual({ ...versionOf(1), group, traits })
        await writePlay(store, owner, episode(1), played({ ...versionOf(1), traits: whole }, 2_000))
        expect(await store.lastVersionOf(owner, 'tt1')).toEqual({ ...versionOf(1), traits: whole })
      })

      it('without traits that are too long for it', async () => {
        const { store, owner } = await open()
        const { traits, ...short } = versionOf(1)
        const long = {
          ...short,
          group: 'g'.repeat(280),
          traits: { ...traits!, languages: Array(10).fill('"'.repeat(20)) },
        }
        await writePlay(store, owner, episode(1), played(long, 1_000))
        expect(await store.lastVersionOf(owner, 'tt1')).toEqual({ ...short, group: long.group })
      })

      it('until it is cleared', async () => {
        const { store, owner } = await open()
        await writePlay(store, owner, episode(1), played(versionOf(1), 1_000))
        await store.clear(owner, null)
        expect(await store.lastVersionOf(owner, 'tt1')).toBeNull()
      })
    })
  },
)
