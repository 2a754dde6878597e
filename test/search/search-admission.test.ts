import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { filmSearch } from '../support/search-service.ts'
import { query } from '../support/streams.ts'

/** Lets everything run that is ready to. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate()
}

/** Searches that are worked on from the moment they come in until `answer`, which says what the work took. */
function openSearch() {
  let workedMs = 0
  const inside: (() => void)[] = []
  const nothing = { results: [], filtered: 0, steps: [], explained: null }
  const ask = filmSearch({
    sources: [],
    fetcher: {
      fetchStreams: async () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        inside.push(resolve)
        await promise
        return []
      },
    },
    metadata: {
      describeMedia: async () => query({}),
      translatorOf: () => ({ name: 'none', translate: async () => [] }),
    },
    scheduler: { workedMs: () => workedMs },
    pipeline: {
      begin: () => ({ order: 1, isWorking: () => true, add() {}, finish: async () => nothing }),
      rank: async () => nothing,
      format: async () => [],
    },
  })
  const search = (signal?: AbortSignal) => ask({}, signal)
  const answer = (tookMs: number): void => {
    workedMs += tookMs
    inside.shift()!()
  }
  const finish = async (count: number, tookMs: number): Promise<void> => {
    for (let done = 0; done < count; done += 1) {
      const one = search()
      await settle()
      answer(tookMs)
      await one
    }
  }
  return { search, inside, answer, finish }
}

it.each([
  ['large', 25, 1],
  ['small', 0.5, 8],
])(
  'Of many searches as many come in at once as fill the processor: of %s ones %i',
  async (_size, tookMs, expected) => {
    const { search, inside, answer, finish } = openSearch()
    await finish(60, tookMs)
    const all = Array.from({ length: 12 }, () => search())
    await settle()
    expect(inside).toHaveLength(expected)
    for (let left = all.length; left > 0; left -= 1) {
      answer(tookMs)
      await settle()
    }
    expect(await Promise.all(all)).toHaveLength(12)
  },
)

it('Searches that are given up while they wait let no more in', async () => {
  const { search, inside, answer, finish } = openSearch()
  await finish(60, 25)
  const running = search()
  await settle()
  const impatient = new AbortController()
  const gone = Array.from({ length: 20 }, () => search(impatient.signal))
  await settle()
  const waiting = Array.from({ length: 8 }, () => search())
  await settle()
  impatient.abort(new Error('gone'))
  expect(new Set((await Promise.allSettled(gone)).map(({ status }) => status))).toEqual(
    new Set(['rejected']),
  )
  answer(25)
  await running
  await settle()
  expect(inside).toHaveLength(1)
  for (let left = waiting.length; left > 0; left -= 1) {
    answer(25)
    await settle()
  }
  await Promise.all(waiting)
})
