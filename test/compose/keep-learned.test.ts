import type { Knex } from 'knex'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryLock } from '../../src/cache/lock.ts'
import { keepLearned } from '../../src/compose/keep-learned.ts'
import type { FactsAnswer } from '../../src/services/library/titles/missing-facts.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { importedPart } from '../support/imported-part.ts'
import { libraryItem } from '../support/library-item.ts'
import { olga, profileOf, userOf } from '../support/play-files.ts'
import { until } from '../support/until.ts'

const facts = { genres: ['Drama'], people: [], episodes: null }

type More = {
  mostAnHour?: number
  mostMs?: number
  isOff?: boolean
  hangs?: number
  broken?: number
}

/** A household that has watched films, and a source that knows some of them. */
async function open(db: Knex, keys: readonly string[], answerOf: (key: string) => FactsAnswer) {
  const history = createHistoryStore(db)
  const plays = createPlayStore(db)
  const watch = async (configuration: number, watched: readonly string[]) => {
    const id = await history.historyIdOf(configuration, olga)
    const parts = watched.map((key) => importedPart(libraryItem({ key }), 1_000))
    await history.import(id, parts, { restore: false, dryRun: false })
  }
  await watch(1, keys)
  const asked: string[] = []
  const lock = createMemoryLock()
  let looks = 0
  const start = (more: More = {}) => {
    const { stop } = keepLearned({
      plays,
      lock,
      log: { warn: () => {} },
      household: async (configuration) => {
        looks += 1
        if (configuration === more.broken) throw new Error('its parent is gone')
        return userOf(configuration, [profileOf(olga, { isOwner: true })])
      },
      facts: {
        canAsk: async () => more.isOff !== true,
        async ask({ configuration }, { space, titleKey }, ends) {
          asked.push(titleKey)
          if (configuration === more.hangs) {
            await new Promise((resolve) => ends.addEventListener('abort', resolve))
          }
          const answer = answerOf(titleKey)
          if (answer === 'found') await plays.learn(configuration, space, [titleKey], facts)
          return answer
        },
      },
      everyMs: 5,
      ...more,
    })
    onTestFinished(stop)
    return stop
  }
  const looksAgain = async () => {
    const before = looks
    await until('it to look once more', () => looks > before + 1)
  }
  return {
    plays,
    watch,
    asked,
    start,
    looksAgain,
    known: () => db('title_facts').orderBy('title_key').pluck('title_key'),
  }
}

describe.each(dialects)('Facts of watched titles on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('are asked for once, and what is unknown not again', async () => {
    const db = await openMigrated()
    const { asked, start, known, plays } = await open(db, ['tt1', 'tt2', 'tt3'], (key) =>
      key === 'tt2' ? 'unknown' : 'found',
    )
    start()
    await until('all to be asked for', () => asked.length === 3)
    await until('nothing to be left', async () => (await plays.unlearnedOf(1)).length === 0)
    expect(asked).toEqual(['tt1', 'tt2', 'tt3'])
    expect(await known()).toEqual(['tt1', 'tt3'])
    // Weeks later.
    expect(await plays.unlearnedOf(Date.now() + 1_000)).toEqual([1])
    expect(await plays.unlearned(1, Date.now() + 1_000, 10)).toEqual([
      { space: 'movie', titleKey: 'tt2' },
    ])
  })

  it.skipIf(skip)('are asked for so often in an hour and no more', async () => {
    const keys = Array.from({ length: 9 }, (_, index) => `tt${index}`)
    const { asked, start, looksAgain } = await open(await openMigrated(), keys, () => 'found')
    start({ mostAnHour: 4 })
    await until('some to be asked for', () => asked.length === 4)
    await looksAgain()
    expect(asked).toEqual(keys.slice(0, 4))
  })

  it.skipIf(skip)('of a household are not held up by slow sources of another', async () => {
    const { watch, asked, start } = await open(await openMigrated(), ['tt1'], () => 'found')
    await watch(2, ['tt2'])
    start({ mostMs: 20, hangs: 1 })
    await until('the other to be asked', () => asked.includes('tt2'))
    expect(asked[0]).toBe('tt1')
  })

  it.skipIf(skip)(
    'of a household are asked for also where another one cannot be opened',
    async () => {
      const { watch, asked, start } = await open(await openMigrated(), ['tt1'], () => 'found')
      await watch(2, ['tt2'])
      start({ broken: 1 })
      await until('the other to be asked', () => asked.includes('tt2'))
      expect(asked).toEqual(['tt2'])
    },
  )

  it.skipIf(skip)('are left alone where a source fails, and where none tells any', async () => {
    const { asked, start, looksAgain } = await open(
      await openMigrated(),
      ['tt1', 'tt2'],
      () => 'failed',
    )
    const stop = start({ isOff: true })
    await looksAgain()
    expect(asked).toEqual([])
    await stop()
    start()
    await until('both to be asked for once', () => asked.length === 2)
    expect(asked).toEqual(['tt1', 'tt2'])
  })
})
