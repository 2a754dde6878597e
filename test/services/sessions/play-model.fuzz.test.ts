import fc from 'fast-check'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { dialects } from '../../support/dialects.ts'
import { begin } from '../../support/history-model.ts'
import { runPlays, storedPlays } from '../../support/play-household.ts'
import { playCommand, unwrittenMs } from '../../support/play-model.ts'
import type { ModelPlay, PlayCommand } from '../../support/play-model.ts'

type Play = Omit<ModelPlay, 'slackMs'>

const sorted = <T extends Play>(plays: readonly T[]): readonly T[] =>
  plays.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)) || a.startedAt - b.startedAt)

const nameOf = ({ itemKey, profileId, deviceId, origin }: Play) =>
  [itemKey, profileId, deviceId, origin].join(' ')

const places = ['firstPositionMs', 'lastPositionMs'] as const satisfies readonly (keyof Play)[]
const times = ['startedAt', 'endedAt', 'watchedMs'] as const satisfies readonly (keyof Play)[]

/** What a node had not stored may be missing where another one goes on. */
function withinSlack(stored: Play, expected: ModelPlay | undefined): Play {
  if (!expected?.slackMs) return stored
  const within = (slackMs: number) => (name: (typeof places | typeof times)[number]) =>
    Math.abs((stored[name] ?? 0) - (expected[name] ?? 0)) <= slackMs
  const near = [
    ...places.filter(within(expected.slackMs)),
    ...times.filter(within(Math.min(expected.slackMs, unwrittenMs))),
  ]
  return { ...stored, ...Object.fromEntries(near.map((name) => [name, expected[name]])) }
}

const clearedByAnother: PlayCommand[] = [
  { do: 'start', on: 0, what: 0, share: 0 },
  { do: 'start', on: 1, what: 0, share: 0 },
  { do: 'clear', on: 0, what: null },
  { do: 'seek', on: 0, share: 0 },
  { do: 'watch', on: 1, seconds: 2 },
  { do: 'silence', on: 0, minutes: 1 },
]

describe.each(dialects)('Plays on $name', ({ name, skip, openMigrated }) => {
  afterEach(() => void vi.useRealTimers())

  it.skipIf(skip).each([
    { on: 'one node', count: 1 },
    { on: 'two nodes', count: 2 },
  ] as const)(
    'are what people really watched, whatever they did, on $on',
    { timeout: 120_000 },
    async ({ count }) => {
      const db = await openMigrated()
      onTestFinished(() => db.destroy())
      vi.useFakeTimers({ toFake: ['Date'], now: begin })
      await fc.assert(
        fc.asyncProperty(
          fc.array(playCommand, { minLength: 5, maxLength: 40 }),
          async (commands) => {
            const expected = sorted(await runPlays(db, count, commands))
            const stored = sorted(await storedPlays(db))
            expect(stored.map((play, index) => withinSlack(play, expected[index]))).toEqual(
              expected.map(({ slackMs: _slack, ...play }) => play),
            )
          },
        ),
        { numRuns: name === 'SQLite' ? 100 : 20, examples: [[clearedByAnother]] },
      )
    },
  )
})
