import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Version } from '../../../src/model/version.ts'
import { chooseFirst } from '../../../src/services/streaming/choose-first.ts'
import type { Playable } from '../../../src/services/streaming/playable.ts'
import { household, itemRef, libraryItem } from '../../support/library-item.ts'
import { stream } from '../../support/streams.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const versions = [1, 2, 3].map((version): Version => {
  const ref = itemRef({ kind: 'version', version })
  const link = `https://streams.example/${version}.mkv`
  return { ref, id: String(version), result: stream(), link, name: '', description: '' }
})
const people = household()
const playable: Playable = {
  household: { ...people, profile: people.profiles[0]!, via: 'basic', device: null },
  item: libraryItem(),
  version: versions[0]!,
}
const late = (signal: AbortSignal | null) =>
  new Promise<void>((resolve) => signal!.addEventListener('abort', () => resolve()))

/** `deathMs`: after how long each link is known to be dead; null: it is fine at once. */
function choosing(
  deathMs: readonly (number | null)[],
  { headersMs = 3_000, isSearched = false } = {},
) {
  const dead: number[] = []
  const chosen = chooseFirst(
    {
      headersMs,
      times: { eachMs: 1_000, lastMs: 1_000, allMs: 1_000, lookUpMs: 10_000 },
      versions: {
        hasFailed: async () => false,
        async nextBest(_user, _item, _version, { tried, signal }) {
          if (isSearched) await late(signal)
          const found = versions.find(({ ref }) => !tried!.has(ref.version))
          return isSearched ? null : (found ?? null)
        },
        markDead: async ({ ref }) => void dead.push(ref.version),
      },
      fileHeaders: {
        async failureOf({ version }, signal): Promise<'status' | null> {
          const ms = deathMs[version.ref.version - 1]!
          if (ms === null) return null
          const answered = new Promise<'status'>((resolve) => {
            const die = () => resolve('status')
            setTimeout(die, ms)
          })
          return Promise.race([answered, late(signal).then(() => null)])
        },
      },
    },
    playable,
    new AbortController().signal,
  )
  return { chosen, dead }
}

describe('Choosing the version to send a player to', () => {
  it('has one time for the headers of all versions', async () => {
    const { chosen, dead } = choosing([2_000, 1_500, null])
    await vi.advanceTimersByTimeAsync(3_000)
    expect((await chosen).ref.version).toBe(2)
    expect(dead).toEqual([1])
  })

  it('goes on to the version after two that are dead within that time', async () => {
    const { chosen, dead } = choosing([1_400, 1_500, null])
    await vi.advanceTimersByTimeAsync(2_900)
    expect((await chosen).ref.version).toBe(3)
    expect(dead).toEqual([1, 2])
  })

  it('looks for another version within its time, and not longer', async () => {
    const { chosen, dead } = choosing([0, null, null], { isSearched: true })
    const isChosen = vi.fn<() => void>()
    chosen.then(isChosen, isChosen)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(isChosen).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect((await chosen).ref.version).toBe(1)
    expect(dead).toEqual([1])
  })
})
