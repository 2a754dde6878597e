import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UpstreamError, type UpstreamErrorKind } from '../../src/core/upstream-error.ts'
import { createBreakers } from '../../src/sources/breakers.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const error = (kind: UpstreamErrorKind, status: number | null = null) =>
  new UpstreamError(kind, `failed: ${kind}`, status)

function open() {
  const breakers = createBreakers()
  const request = vi.fn<() => Promise<string>>()
  const ask = (key = 'k') => breakers.run({ key, host: 'addon.example', area: 'streams' }, request)
  async function fail(times: number, failure: Error, key = 'k') {
    request.mockRejectedValue(failure)
    for (let i = 0; i < times; i += 1) await expect(ask(key)).rejects.toBe(failure)
  }
  return { request, ask, fail, state: () => breakers.stateOf('k'), list: () => breakers.list() }
}

describe('a breaker', () => {
  it.each([
    error('timeout'),
    error('connect'),
    error('reset'),
    error('status', 429),
    error('status', 503),
    error('status', 522),
  ])('pauses after five failures in a row: $kind $status', async (failure) => {
    const { request, ask, fail } = open()
    await fail(5, failure)
    await expect(ask()).rejects.toMatchObject({
      kind: 'paused',
      message: 'addon.example did not answer 5 times in a row; it is asked again in 10 s',
    })
    expect(request).toHaveBeenCalledTimes(5)
  })

  it.each([
    error('aborted'),
    error('refused-address'),
    error('busy'),
    error('status', 404),
    error('status', 401),
    error('status', 500),
    error('invalid'),
    error('too-large'),
    error('redirects'),
  ])('does not pause for what the next request may not meet: $kind $status', async (failure) => {
    const { request, ask, fail } = open()
    await fail(20, failure)
    request.mockResolvedValue('well')
    expect(await ask()).toBe('well')
  })

  it.each([
    ['an answer', null],
    ['a refusal', error('status', 404)],
  ])('begins to count again after %s', async (_name, life) => {
    const { request, ask, fail } = open()
    await fail(4, error('timeout'))
    if (life) request.mockRejectedValue(life)
    else request.mockResolvedValue('well')
    await Promise.allSettled([ask()])
    await fail(4, error('timeout'))
    request.mockResolvedValue('well')
    expect(await ask()).toBe('well')
  })

  it('goes on counting over cancelled requests', async () => {
    const { ask, fail } = open()
    await fail(4, error('timeout'))
    await fail(3, error('aborted'))
    await fail(1, error('timeout'))
    await expect(ask()).rejects.toMatchObject({ kind: 'paused' })
  })

  it('lets one request try after the rest, and answers again when that succeeds', async () => {
    const { request, ask, fail } = open()
    await fail(5, error('timeout'))
    vi.setSystemTime(Date.now() + 9_000)
    await expect(ask()).rejects.toThrow('it is asked again in 1 s')
    vi.setSystemTime(Date.now() + 1_000)
    request.mockResolvedValue('well')
    expect(await ask()).toBe('well')
    await fail(5, error('timeout'))
    await expect(ask()).rejects.toThrow('5 times in a row; it is asked again in 10 s')
  })

  it('says in which state it is and since when, each area for itself', async () => {
    const { request, ask, fail, state, list } = open()
    expect(state()).toEqual({ state: 'closed', since: null, until: null })
    await fail(5, error('timeout'))
    const since = Date.now()
    expect(state()).toEqual({ state: 'open', since, until: since + 10_000 })
    vi.setSystemTime(since + 10_000)
    expect(state()).toEqual({ state: 'half-open', since, until: null })
    await fail(1, error('timeout'))
    expect(state()).toEqual({ state: 'open', since, until: since + 30_000 })
    vi.setSystemTime(since + 30_000)
    request.mockImplementation(async () => state().state)
    expect(await ask()).toBe('half-open')
    expect(state()).toEqual({ state: 'closed', since: since + 30_000, until: null })
    await fail(1, error('timeout'), 'other')
    expect(list()).toMatchObject([
      { key: 'other', host: 'addon.example', area: 'streams', state: 'closed', since: null },
      { key: 'k', host: 'addon.example', area: 'streams', state: 'closed' },
    ])
  })

  it.each([
    ['at first', null],
    ['after an answer', async () => 'well'],
    ['after a refusal', async () => Promise.reject(error('status', 404))],
  ])('fails since the first of five failures, not since the last: %s', async (_when, answer) => {
    const { request, ask, fail, state } = open()
    if (answer) {
      await fail(4, error('timeout'))
      vi.setSystemTime(Date.now() + 60_000)
      request.mockImplementation(answer)
      await Promise.allSettled([ask()])
      vi.setSystemTime(Date.now() + 60_000)
    }
    await fail(1, error('aborted'))
    vi.setSystemTime(Date.now() + 60_000)
    const since = Date.now()
    for (let i = 0; i < 4; i += 1) {
      await fail(1, error('timeout'))
      vi.setSystemTime(Date.now() + 60_000)
    }
    await fail(1, error('timeout'))
    expect(state()).toEqual({ state: 'open', since, until: since + 4 * 60_000 + 10_000 })
  })

  it('rests longer after each failed try, and asks nothing before the rest is over', async () => {
    const { request, ask, fail } = open()
    await fail(5, error('timeout'))
    for (const seconds of [10, 20, 40, 80, 160, 300, 300]) {
      await expect(ask()).rejects.toThrow(`it is asked again in ${seconds} s`)
      request.mockClear()
      vi.setSystemTime(Date.now() + seconds * 1_000 - 1)
      await expect(ask()).rejects.toThrow('it is asked again in 1 s')
      expect(request).not.toHaveBeenCalled()
      vi.setSystemTime(Date.now() + 1)
      await fail(1, error('timeout'))
      expect(request).toHaveBeenCalledTimes(1)
    }
  })

  it.each([error('aborted'), error('busy'), error('refused-address'), new TypeError('bug')])(
    'is not taken in by a try after the rest that tells nothing: $message',
    async (nothing) => {
      const { request, ask, fail } = open()
      await fail(5, error('timeout'))
      vi.setSystemTime(Date.now() + 10_000)
      await fail(2, nothing)
      await fail(1, error('timeout'))
      request.mockClear()
      await expect(ask()).rejects.toThrow('6 times in a row; it is asked again in 20 s')
      expect(request).not.toHaveBeenCalled()
    },
  )

  it('lets the next of those who wait try when the first one leaves', async () => {
    const { request, ask, fail } = open()
    await fail(5, error('timeout'))
    vi.setSystemTime(Date.now() + 10_000)
    request.mockReset()
    request.mockRejectedValueOnce(error('aborted')).mockRejectedValue(error('timeout'))
    const outcomes = await Promise.allSettled([ask(), ask(), ask()])
    expect(outcomes).toMatchObject([
      { reason: { kind: 'aborted' } },
      { reason: { kind: 'timeout' } },
      { reason: { kind: 'paused' } },
    ])
    expect(request).toHaveBeenCalledTimes(2)
  })

  it('keeps servers apart', async () => {
    const { request, ask, fail } = open()
    await fail(5, error('timeout'), 'dead')
    request.mockResolvedValue('well')
    expect(await ask('alive')).toBe('well')
    await expect(ask('dead')).rejects.toMatchObject({ kind: 'paused' })
  })

  it('passes on what is no failure of the server', async () => {
    const { request, ask } = open()
    const bug = new TypeError('bug')
    request.mockRejectedValue(bug)
    for (let i = 0; i < 7; i += 1) await expect(ask()).rejects.toBe(bug)
  })
})
