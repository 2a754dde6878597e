import { describe, expect, it } from 'vitest'
import { event, minute } from '../../support/trackers/events.ts'
import { lasting, never, openSimkl } from '../../support/trackers/harness.ts'
import { saying } from '../../support/trackers/reasons.ts'

describe('connecting', () => {
  it('shows a PIN, waits for it to be entered, and takes a token that does not end', async () => {
    const { server, tracker } = await openSimkl()
    const pairing = await tracker.begin(never)
    expect(pairing).toMatchObject({
      url: 'https://simkl.com/pin',
      userCode: '5G6JA0',
      intervalMs: 5_000,
    })
    expect(await tracker.finish(pairing, null, never)).toEqual({ kind: 'pending' })
    server.pins.set('5G6JA0', 'approved')
    expect(await tracker.finish(pairing, null, never)).toEqual({
      kind: 'connected',
      tokens: { accessToken: 'token 2', refreshToken: null, expiresAt: null },
    })
  })

  it('ends where Simkl does not know the PIN any more, and gives another one unasked', async () => {
    const { server, tracker } = await openSimkl()
    const pairing = await tracker.begin(never)
    server.pins.clear()
    expect(await tracker.finish(pairing, null, never)).toMatchObject({ kind: 'refused' })
    const late = { ...pairing, expiresAt: Date.now() - 1 }
    expect(await tracker.finish(late, null, never)).toMatchObject({ kind: 'refused' })
    expect(server.requests).toHaveLength(2)
  })

  it('slows down where Simkl says so, and comes back where it is away', async () => {
    const { server, tracker } = await openSimkl()
    const pairing = await tracker.begin(never)
    const body = { result: 'KO', message: 'Slow down' }
    server.failNext('/oauth/pin', { status: 200, body })
    expect(await tracker.finish(pairing, null, never)).toMatchObject({ afterMs: 10_000 })
    server.failNext('/oauth/pin', { status: 502 })
    expect(await tracker.finish(pairing, null, never)).toMatchObject({ kind: 'retry' })
  })

  it('says that the service itself is not known', async () => {
    const { server, tracker } = await openSimkl({ clientId: 'mistyped' })
    const message = expect.stringContaining('Your client_id is wrong')
    await expect(tracker.begin(never)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: { code: 'TRACKER_ANSWERED_SAYING', message },
    })
    // What was watched meanwhile waits until that is put right.
    expect(await tracker.push(event({}), lasting(server.grant()))).toMatchObject({
      kind: 'retry',
      reason: { message },
      afterMs: 60 * minute,
    })
  })
})

describe('trouble', () => {
  it.for([
    [429, { 'retry-after': '7' }, { kind: 'retry', afterMs: 7_000 }],
    [500, {}, { kind: 'retry', afterMs: null }],
    [403, {}, { kind: 'unauthorized' }],
    [400, {}, { kind: 'refused' }],
  ] as const)('of status %i', async ([status, headers, outcome]) => {
    const { server, push } = await openSimkl()
    server.failNext('/sync', { status, headers })
    expect(await push({ event: 'played' })).toMatchObject(outcome)
    server.failNext('/sync/watched', { status, headers })
    expect(await push({ event: 'watchlisted' })).toMatchObject(outcome)
  })

  it('of a connection that was taken back ends in connecting again', async () => {
    const { server, tracker } = await openSimkl()
    server.tokens.clear()
    const gone = {
      kind: 'unauthorized',
      reason: saying(expect.stringContaining('The token is wrong')),
    }
    expect(await tracker.push(event({}), lasting('token 1'))).toEqual(gone)
    expect(await tracker.pull(null, lasting('token 1'))).toEqual(gone)
  })

  it('of a server that is away is worth another try', async () => {
    const { tracker } = await openSimkl({ baseUrl: 'http://127.0.0.1:1' })
    const away = {
      kind: 'retry',
      reason: saying(expect.stringContaining('127.0.0.1:1')),
      afterMs: null,
    }
    expect(await tracker.push(event({}), lasting('token 1'))).toEqual(away)
    expect(await tracker.pull(null, lasting('token 1'))).toEqual(away)
  })
})
