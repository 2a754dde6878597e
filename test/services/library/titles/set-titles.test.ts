import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryCache } from '../../../../src/cache/memory.ts'
import type { ChangeableCache } from '../../../../src/cache/cache.ts'
import { createKeyedQueues } from '../../../../src/core/keyed-queues.ts'
import { identityOf } from '../../../../src/library/identity.ts'
import type { Household } from '../../../../src/model/household.ts'
import { createSetTitles } from '../../../../src/services/library/titles/set-titles.ts'
import { sourceMeta } from '../../../support/source-meta.ts'

afterEach(() => {
  vi.useRealTimers()
})

const household = { configuration: 7, cacheKey: 'own' } as unknown as Household
const identityOfId = (id: string) => identityOf({ id, type: 'movie', ids: {} }, () => null)
const set = { id: 'set', key: 'set', name: 'Set', items: [], catalogs: [] }
const day = 86_400_000

function memory(): Pick<ChangeableCache, 'get' | 'change'> {
  const cache = createMemoryCache({ maxBytes: 1e6 })
  onTestFinished(() => cache.close())
  const inOrder = createKeyedQueues(1)
  return {
    get: (key) => cache.get(key),
    change: (key, work, ttlMs) =>
      inOrder(key, async () => cache.set(key, work(await cache.get(key)), ttlMs)),
  }
}

/** A node whose sources know these films, each as part of a collection. */
function node(
  stored: Pick<ChangeableCache, 'get' | 'change'>,
  films: Set<string>,
  isWhole: () => boolean = () => true,
) {
  const asked: string[] = []
  const of = vi.fn<(household: unknown, identity: { key: string }) => Promise<unknown>>(
    async (_household, { key }) => {
      asked.push(key)
      if (!films.has(key)) return null
      return { meta: { ...sourceMeta({ id: key, type: 'movie' }), sets: [set] }, seasons: [] }
    },
  )
  const details = { of, isWhole, openedOf: () => new Map() }
  const titles = createSetTitles(
    stored,
    details as unknown as Parameters<typeof createSetTitles>[1],
  )
  return {
    asked,
    of,
    reopen: () => titles.reopen(household),
    open: (id: string) => titles.of(household, identityOfId(id), 'movie'),
  }
}

async function reopened(stored: Pick<ChangeableCache, 'get' | 'change'>) {
  const { asked, reopen } = node(stored, new Set(['tt1', 'tt2', 'tt3']))
  await reopen()
  return asked.toSorted()
}

it('Nodes add to what others have learned, also where their own read was not answered', async () => {
  const stored = memory()
  const films = new Set(['tt1', 'tt2', 'tt3'])
  const slow = { ...stored, get: async () => null }
  const [one, other] = [node(slow, films), node(slow, films)]
  await Promise.all([one.open('tt1'), other.open('tt2')])
  await one.open('tt3')
  await expect.poll(() => reopened(stored)).toEqual(['tt1', 'tt2', 'tt3'])
})

it('A household’s titles are reopened once at a time, and lists wait for a second', async () => {
  const stored = memory()
  await node(stored, new Set(['tt1'])).open('tt1')
  await expect.poll(() => reopened(stored)).toEqual(['tt1'])
  vi.useFakeTimers()
  const { of, reopen } = node(stored, new Set())
  of.mockImplementation(() => Promise.withResolvers<never>().promise)
  const waited = vi.fn<() => void>()
  reopen().then(waited, waited)
  await vi.advanceTimersByTimeAsync(999)
  expect(waited).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(waited).toHaveBeenCalledOnce()
  await reopen()
  expect(of).toHaveBeenCalledOnce()
})

it('Titles that no source knows are asked for once an hour, and left out after a week', async () => {
  const stored = memory()
  await node(stored, new Set(['tt1'])).open('tt1')
  await expect.poll(() => reopened(stored)).toEqual(['tt1'])
  vi.useFakeTimers({ toFake: ['Date'] })
  const gone = node(stored, new Set())
  await gone.reopen()
  await gone.reopen()
  expect(gone.asked).toEqual(['tt1'])
  vi.setSystemTime(Date.now() + 7 * day - 1)
  expect(await reopened(stored)).toEqual(['tt1'])
  await node(stored, new Set()).reopen()
  vi.setSystemTime(Date.now() + 7 * day)
  await node(stored, new Set()).reopen()
  expect(await reopened(stored)).toEqual([])
})

it('Titles of which a source does not answer are asked for ever more seldom, until it does', async () => {
  const stored = memory()
  await node(stored, new Set(['tt1'])).open('tt1')
  await expect.poll(() => reopened(stored)).toEqual(['tt1'])
  vi.useFakeTimers({ toFake: ['Date'] })
  let isDown = true
  const failing = node(stored, new Set(), () => !isDown)
  const askedIn = async (minutes: number) => {
    const asked: number[] = []
    for (let minute = 0; minute < minutes; minute++) {
      const before = failing.asked.length
      await failing.reopen()
      if (failing.asked.length > before) asked.push(minute)
      vi.setSystemTime(Date.now() + 60_000)
    }
    return asked
  }
  expect(await askedIn(183)).toEqual([0, 1, 3, 7, 15, 31, 63, 123])
  isDown = false
  expect(await askedIn(60)).toEqual([0])
  isDown = true
  expect(await askedIn(5)).toEqual([0, 1, 3])
})

it('Titles of other nodes arrive within half a minute, however often lists are read', async () => {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const stored = memory()
  const films = new Set(['tt1', 'tt2'])
  const reader = node(stored, films)
  await reader.reopen()
  await node(stored, films).open('tt2')
  const askedLater = async () => {
    now += 5_000
    await reader.reopen()
    return reader.asked
  }
  await expect.poll(askedLater).toEqual(['tt2'])
})
