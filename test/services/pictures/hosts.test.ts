import { describe, expect, it } from 'vitest'
import { untilAborted } from '../../../src/core/until-aborted.ts'
import type { UpstreamError } from '../../../src/core/upstream-error.ts'
import { createPictureHosts } from '../../../src/services/pictures/hosts.ts'
import { until } from '../../support/until.ts'

const nobody = () => {}

function start({ atOnce = 8, patienceMs = 20 } = {}) {
  const hosts = createPictureHosts({ atOnce, patienceMs })
  const sent: string[] = []
  const failures: string[] = []
  /** Nobody answers until told so. */
  const askSilent = (
    name: string,
    payer?: number | 'unsaved',
    { signal } = new AbortController(),
  ) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const request = (late: AbortSignal, begin: () => void) => {
      begin()
      sent.push(name)
      late.addEventListener('abort', () => reject(late.reason), { once: true })
      return promise
    }
    const answer = hosts.ask(name, request, { onLate: nobody, left: signal, payer })
    answer.catch((error: UpstreamError) => failures.push(error.kind))
    return { answer, resolve }
  }
  const ask = (name: string, payer?: number) => {
    const { signal } = new AbortController()
    return hosts.ask(name, async () => `from ${name}`, { onLate: nobody, left: signal, payer })
  }
  return { ...hosts, ask, askSilent, sent, failures }
}

describe('A host of pictures', () => {
  it('takes a quarter of the places at most', async () => {
    const hosts = start({ patienceMs: 60_000 })
    for (let picture = 0; picture < 20; picture += 1) hosts.askSilent('dead')
    expect(hosts.sent).toEqual(['dead', 'dead'])
    expect(await hosts.ask('alive')).toBe('from alive')
  })

  it('gives its places back when it is slow, and its answer still counts', async () => {
    const hosts = start({ atOnce: 4 })
    const slow = ['a', 'b', 'c', 'd'].map((name) => hosts.askSilent(name))
    expect(await hosts.ask('alive')).toBe('from alive')
    expect(hosts.isBackingOff('a')).toBe(true)
    slow[0]!.resolve('at last')
    expect(await slow[0]!.answer).toBe('at last')
    expect(hosts.isBackingOff('a')).toBe(false)
  })

  it('is not blamed while its request waits for a place', async () => {
    const hosts = start({ atOnce: 4 })
    for (const name of ['a', 'b', 'c', 'd']) hosts.askSilent(name)
    const answer = hosts.ask('alive')
    await until(
      'the rest of the slow one',
      () => hosts.isBackingOff('a'),
      (rests) => rests,
    )
    expect(hosts.isBackingOff('alive')).toBe(false)
    expect(await answer).toBe('from alive')
    expect(hosts.isBackingOff('alive')).toBe(false)
  })

  it('that rests fails what waits for it at once', async () => {
    const hosts = start()
    for (let picture = 0; picture < 20; picture += 1) hosts.askSilent('dead')
    await until(
      'the failures',
      () => hosts.failures,
      ({ length }) => length === 18,
    )
    expect(new Set(hosts.failures)).toEqual(new Set(['paused']))
    expect(hosts.sent).toHaveLength(2)
  })

  it('is cut off where as many are late as there are places', async () => {
    const hosts = start({ atOnce: 4 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) hosts.askSilent(name)
    await until(
      'the end of the oldest',
      () => hosts.failures,
      ({ length }) => length > 0,
    )
    expect(hosts.failures).toEqual(['aborted'])
  })
})

it('A host that a late request has not reached is not blamed', async () => {
  const hosts = createPictureHosts({ atOnce: 4, patienceMs: 20 })
  const late = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<() => void>()
  const request = async (signal: AbortSignal, begin: () => void) => {
    reached.resolve(begin)
    await untilAborted(new Promise<never>(() => {}), signal)
  }
  const asking = { onLate: late.resolve, left: new AbortController().signal, payer: 7 }
  hosts.ask('waiting', request, asking).catch(nobody)
  await late.promise
  expect(hosts.isBackingOff('waiting')).toBe(false)
  ;(await reached.promise)()
  await expect.poll(() => hosts.isBackingOff('waiting')).toBe(true)
})

describe('Pictures of one configuration', () => {
  const dead = Array.from({ length: 20 }, (_, place) => `dead-${place}`)

  it.each([7, 'unsaved'] as const)('take half of the places at most (%s)', async (payer) => {
    const hosts = start({ patienceMs: 60_000 })
    for (const name of dead) hosts.askSilent(name, payer)
    expect(await hosts.ask('alive', 8)).toBe('from alive')
    expect(hosts.sent).toEqual(dead.slice(0, 4))
  })

  it('wait for one another, first come, first served, without those that nobody waits for', async () => {
    const hosts = start({ patienceMs: 60_000 })
    const left = new AbortController()
    const first = dead.slice(0, 4).map((name) => hosts.askSilent(name, 7))
    hosts.askSilent('left', 7, left)
    hosts.askSilent('next', 7)
    left.abort(new Error('gone'))
    first[2]!.resolve('at last')
    await expect.poll(() => hosts.sent).toEqual([...dead.slice(0, 4), 'next'])
  })

  it('come from its quick hosts while others keep a host of it busy', async () => {
    const hosts = start({ patienceMs: 60_000 })
    hosts.askSilent('busy', 8)
    hosts.askSilent('busy', 9)
    for (let picture = 0; picture < 20; picture += 1) hosts.askSilent('busy', 7)
    expect(await hosts.ask('alive', 7)).toBe('from alive')
    expect(hosts.sent).toEqual(['busy', 'busy'])
  })

  it('that are late are cut off where it has most of them, not those of others', async () => {
    const hosts = start({ atOnce: 4 })
    hosts.askSilent('slow', 8)
    const own = dead.slice(0, 4).map((name) => hosts.askSilent(name, 7))
    await expect(own[0]!.answer).rejects.toThrow('too many pictures are late')
    expect(hosts.failures).toEqual(['aborted'])
  })
})
