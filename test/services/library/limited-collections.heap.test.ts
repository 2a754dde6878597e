import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryShare } from '../../../src/config/memory.js'
import type { ItemReader } from '../../../src/services/library/deps.ts'
import { createRatings } from '../../../src/services/library/limits/ratings.ts'
import { createTitleGates } from '../../../src/services/library/limits/visible-titles.ts'
import type { User } from '../../../src/model/household.ts'
import { film, listing, signal, startCollections, userOf } from '../../support/fake-collections.ts'
import type { FakeSource } from '../../support/fake-collections.ts'
import { heapBytes } from '../../support/heap-bytes.ts'

const smallest = memoryShare(256 * 2 ** 20)
const small = userOf(['small'], 1)
const large = userOf(['large'], 2)
const ofLarge = 20_000
const perCatalog = 1_000

function source(titles: number, certification: (number: number) => string | null): FakeSource {
  const lists = Array.from({ length: Math.ceil(titles / perCatalog) }, (_, list) =>
    Array.from({ length: Math.min(titles, perCatalog) }, (__, place) => {
      const number = list * perCatalog + place
      return film(number, { certification: certification(number) })
    }),
  )
  return {
    catalogs: lists.map((_, list) => listing(`c${list}`)),
    titles: (id) => lists[Number(id.slice(1))]!,
  }
}

/** A small and a large household in one service of 256 MB, and the questions to its ratings. */
function start(certification: (number: number) => string | null) {
  const sources = { small: source(100, () => 'G'), large: source(ofLarge, certification) }
  const { collections } = startCollections(sources, smallest)
  const client = {
    manifest: async () => ({ value: { resources: [{ name: 'meta' }] } }),
    meta: () => new Promise(() => {}),
  }
  const ratings = createRatings({ client: client as never, translators: [] })
  const asked = { count: 0 }
  const counting = {
    ...ratings,
    peek: (...question: Parameters<typeof ratings.peek>) => {
      asked.count += 1
      return ratings.peek(...question)
    },
  }
  const gates = createTitleGates({ collections }, counting)
  const lookAs = async (home: User, maxAge: number) => {
    const limits = { maxAge, blockUnrated: false, blockedGenres: [] }
    const reader = { ...home, profile: { limits } } as unknown as ItemReader
    return gates(reader)!.visible(await collections.of(home, signal))
  }
  return { collections, lookAs, asked }
}

const rated = (number: number) => (number % 3 === 0 ? 'PG-13' : 'G')

describe('Two children who take turns at a large collection', () => {
  it('have its titles judged once each', async () => {
    const { lookAs, asked } = start(rated)
    const [younger, older] = [await lookAs(large, 9), await lookAs(large, 15)]
    const judged = asked.count
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await lookAs(large, 9)).titles).toEqual(younger.titles)
      expect((await lookAs(large, 15)).titles).toEqual(older.titles)
    }
    expect([younger.titles.length, older.titles.length]).toEqual([13_333, ofLarge])
    expect(asked.count).toBe(judged)
  })

  it('wait for ratings at their first look alone', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { lookAs } = start((number) => (number % 3 === 0 ? null : 'G'))
    const waits: number[] = []
    for (const age of [9, 15, 9, 15, 9, 15]) {
      const begun = Date.now()
      const looked = lookAs(large, age).then(() => waits.push(Date.now() - begun))
      await vi.advanceTimersByTimeAsync(2_500)
      await looked
    }
    expect(waits).toEqual([2_500, 2_500, 0, 0, 0, 0])
  })
})

describe('Fifty users with limits of their own', () => {
  const ages = Array.from({ length: 50 }, (_, index) => index)

  it('leave the collections of other households alone', async () => {
    const { collections, lookAs } = start(rated)
    const theirs = await collections.of(small, signal)
    for (const age of ages) await lookAs(large, age)
    expect(collections.peek(small)).toBe(theirs)
    expect(collections.peek(large)?.titles).toHaveLength(ofLarge)
  })

  it('take less memory than a tenth of the collection', async () => {
    const { lookAs: compileLooks } = start(rated)
    for (const age of ages.slice(0, 5)) await compileLooks(small, age)
    const { collections, lookAs, asked } = start(rated)
    const heapOf = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return heapBytes()
    }
    await collections.of(large, signal)
    await lookAs(large, 0)
    const before = await heapOf()
    for (const age of ages) await lookAs(large, age)
    expect((await heapOf()) - before).toBeLessThan(2_500_000)
    const judged = asked.count
    for (const age of ages) await lookAs(large, age)
    expect(asked.count).toBe(judged)
  })
})
