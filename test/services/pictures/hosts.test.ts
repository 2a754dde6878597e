import { describe, expect, it } from 'vitest'
import type { UpstreamError } from '../../../src/core/upstream-error.ts'
import { createPictureHosts } from '../../../src/services/pictures/hosts.ts'
import { until } from '../../support/until.ts'

const nobody = () => {}

function start({ atOnce = 8, patienceMs = 20 } = {}) {
  const hosts = createPictureHosts({ atOnce, patienceMs })
  const sent: string[] = []
  const failures: string[] = []
  /** Nobody answers until told so. */
  const askSilent = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const request = (signal: AbortSignal) => {
      sent.push(name)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      return promise
    }
    const answer = hosts.ask(name, request, nobody)
    answer.catch((error: UpstreamError) => failures.push(error.kind))
    return { answer, resolve }
  }
  const ask = (name: string) => hosts.ask(name, async () => `from ${name}`, nobody)
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
