import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAbandoned } from '../../src/services/activity/abandoned.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { importedPart } from '../support/imported-part.ts'
import { household, libraryItem } from '../support/library-item.ts'
import { ann, kim, olga } from '../support/plays.ts'

const people = household()
const profiles = [olga, kim, ann].map((id) => ({ ...people.profiles[0]!, id, historyOwner: id }))
const user = { ...people, profiles, profile: profiles[0]!, via: 'basic', device: null } as const
const titles = ['tt1', 'tt2', 'tt3', 'tt4', 'tt5']
const watched = fc.record({
  place: fc.nat({ max: profiles.length - 1 }),
  title: fc.constantFrom(...titles),
  at: fc.integer({ min: 1, max: 1_000 }),
})
const rows = fc.uniqueArray(watched, {
  selector: ({ place, title }) => `${place} ${title}`,
  maxLength: 15,
})

describe.each(dialects)('Series that a household has left on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('are those of all users together that were left last', async () => {
    const db = await openMigrated()
    const [history, plays] = [createHistoryStore(db), createPlayStore(db)]
    const { configuration } = user
    const deps = { history, plays, library: { isLimited: () => false } } as never
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 6 }), async (given, first) => {
        await history.forget(configuration)
        for (const { place, title, at } of given) {
          const id = await history.historyIdOf(configuration, profiles[place]!.historyOwner)
          const part = importedPart(libraryItem({ key: title }), at)
          const episode = {
            kind: 'episode',
            itemKey: `${title}:1:1`,
            season: 1,
            episode: 1,
          } as const
          await history.import(id, [{ ...part, ...episode }], { restore: false, dryRun: false })
        }
        for (const key of titles) {
          await plays.learn(configuration, 'series', [key], { genres: [], people: [], episodes: 9 })
        }
        const found = await readAbandoned(deps, user, { days: 1, first }, null as never)
        const told = found.map(({ lastAt, profile, title: { titleKey } }) => {
          return {
            at: lastAt,
            place: profiles.findIndex(({ id }) => id === profile.id),
            title: titleKey,
          }
        })
        expect(told.map(({ at }) => at)).toEqual(
          given
            .map(({ at }) => at)
            .toSorted((a, b) => b - a)
            .slice(0, first),
        )
        for (const one of told) expect(given).toContainEqual(one)
      }),
      { numRuns: 25 },
    )
  })
})
