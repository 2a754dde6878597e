import { QueryClient, QueryObserver, onlineManager } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Failure } from '../../src/web/data/failure.ts'

const startsAt = Date.UTC(2026, 0, 1)

type Answer = string | Failure

/** The parts of the pages that recover, in a tab of their own that waits no longer than the service says. */
async function openTab() {
  vi.stubGlobal('window', { location: { origin: 'http://service', pathname: '/configure/' } })
  const { connection } = await import('../../src/web/data/connection.ts')
  const { followConnection } = await import('../../src/web/data/recovery.ts')
  const { Failure, tab } = await import('../../src/web/data/failure.ts')
  const { jitter } = tab
  tab.jitter = 0
  onTestFinished(() => void (tab.jitter = jitter))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(() => client.clear())
  connection.set('ok')
  followConnection(client)
  const asked: { name: string; afterMs: number }[] = []
  const answers = new Map<string, Answer[]>()
  let since = 0

  /** A query that is shown, of the kind of its first word; each time it gives the next answer, the last one ever again. */
  function show(name: string, ...own: readonly [Answer, ...Answer[]]): void {
    answers.set(name, [...own])
    const observer = new QueryObserver(client, {
      queryKey: name.split(' '),
      queryFn: async () => {
        asked.push({ name, afterMs: Date.now() - since })
        const left = answers.get(name)!
        const answer = left.length > 1 ? left.shift()! : left[0]!
        if (typeof answer === 'string') return answer
        throw answer
      },
    })
    onTestFinished(observer.subscribe(() => undefined))
  }

  async function lose(): Promise<void> {
    await vi.advanceTimersByTimeAsync(1_000)
    connection.set('unable')
    await vi.advanceTimersByTimeAsync(1_000)
  }

  function comeBack(): void {
    since = Date.now()
    asked.length = 0
    connection.set('ok')
  }

  const refusal = (retryAfterMs: number, isOfOperation = false) =>
    new Failure('RATE_LIMIT_EXCEEDED', 'Too many', { retryAfterMs, isOfOperation })
  const names = () => asked.map(({ name }) => name)
  return { client, connection, show, lose, comeBack, refusal, asked, names, Failure }
}

beforeEach(() => {
  vi.useFakeTimers({ now: startsAt })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    onlineManager.setEventListener(() => undefined)
    onlineManager.setOnline(true)
  })
})

describe('Once the service serves again', () => {
  it('what is missing is asked at once, and data on screen one after another', async () => {
    const { show, lose, comeBack, asked, Failure } = await openTab()
    for (const name of ['a', 'b', 'c']) show(name, name)
    show('failed', new Failure('INTERNAL_SERVER_ERROR', 'Failed'), 'failed')
    await lose()
    show('paused', 'paused')
    comeBack()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toEqual([
      { name: 'failed', afterMs: 0 },
      { name: 'paused', afterMs: 0 },
      { name: 'a', afterMs: 100 },
      { name: 'b', afterMs: 200 },
      { name: 'c', afterMs: 300 },
    ])
  })

  it('a refusal holds up the rest for as long as the service says, and then it goes on', async () => {
    const { client, show, lose, comeBack, refusal, asked } = await openTab()
    show('a', 'old')
    show('b', 'old', refusal(5_000), 'new')
    for (const name of ['c', 'd']) show(name, 'old', 'new')
    await lose()
    comeBack()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toEqual([
      { name: 'a', afterMs: 100 },
      { name: 'b', afterMs: 200 },
      { name: 'c', afterMs: 200 + 5_000 },
      { name: 'd', afterMs: 300 + 5_000 },
    ])
    expect(client.getQueryData(['c'])).toBe('new')
    expect(client.getQueryData(['d'])).toBe('new')
  })

  it('a refusal of one operation holds up its own kind alone', async () => {
    const { client, show, lose, comeBack, refusal, asked } = await openTab()
    show('sample 1', 'old', refusal(5_000, true))
    for (const name of ['sample 2', 'sample 3', 'a', 'b']) show(name, 'old', 'new')
    await lose()
    comeBack()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toEqual([
      { name: 'sample 1', afterMs: 100 },
      { name: 'a', afterMs: 200 },
      { name: 'b', afterMs: 300 },
      { name: 'sample 2', afterMs: 100 + 5_000 },
      { name: 'sample 3', afterMs: 200 + 5_000 },
    ])
    expect(client.getQueryData(['sample', '3'])).toBe('new')
  })

  it('a refusal that comes while another holds up the rest holds it up, too', async () => {
    const { client, show, lose, comeBack, refusal, asked } = await openTab()
    show('a', 'old', refusal(1_000))
    show('b', 'old', 'new')
    show('c', 'old', refusal(5_000), 'new')
    await lose()
    comeBack()
    await vi.advanceTimersByTimeAsync(500)
    void client.refetchQueries({ queryKey: ['c'] })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked.slice(0, 3)).toEqual([
      { name: 'a', afterMs: 100 },
      { name: 'c', afterMs: 500 },
      { name: 'b', afterMs: 500 + 5_000 },
    ])
  })

  it('nothing waits for the end of a refusal once it no longer serves', async () => {
    const { connection, show, lose, comeBack, refusal, names } = await openTab()
    show('a', 'old', refusal(600_000))
    show('b', 'old')
    await lose()
    comeBack()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(names()).toEqual(['a'])
    const timers = vi.getTimerCount()
    connection.set('silent')
    expect(vi.getTimerCount()).toBe(timers - 1)
  })

  it('a refusal from before the outage holds up nothing', async () => {
    const { client, show, lose, comeBack, refusal, names } = await openTab()
    show('refused', 'old', refusal(600_000), 'new')
    for (const name of ['a', 'b']) show(name, name)
    await vi.advanceTimersByTimeAsync(1_000)
    void client.refetchQueries({ queryKey: ['refused'] })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(client.getQueryState(['refused'])).toMatchObject({ data: 'old', status: 'error' })
    await lose()
    comeBack()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(names()).toEqual(['refused', 'a', 'b'])
  })

  it('what fails again is not asked a second time', async () => {
    const { show, lose, comeBack, names, Failure } = await openTab()
    show('failed', new Failure('INTERNAL_SERVER_ERROR', 'Failed'))
    show('a', 'a')
    await lose()
    comeBack()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(names()).toEqual(['failed', 'a'])
  })

  it('nothing more is asked once it no longer serves, and nothing twice when it serves again', async () => {
    const { connection, show, lose, comeBack, names } = await openTab()
    for (const name of ['a', 'b', 'c', 'd']) show(name, name)
    await lose()
    comeBack()
    await vi.advanceTimersByTimeAsync(150)
    expect(names()).toEqual(['a'])
    connection.set('silent')
    await vi.advanceTimersByTimeAsync(20)
    expect(names()).toEqual(['a'])
    comeBack()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(names()).toEqual(['a', 'b', 'c', 'd'])
  })
})
