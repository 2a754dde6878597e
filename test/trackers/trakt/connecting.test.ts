import { describe, expect, it, vi } from 'vitest'
import type { ProviderAccess, WatchEvent } from '../../../src/model/tracker.ts'
import { episode, event, hour, minute } from '../../support/trackers/events.ts'
import { never, openTrakt, renewing } from '../../support/trackers/harness.ts'
import { saying } from '../../support/trackers/reasons.ts'

describe('connecting', () => {
  it('shows a code, waits for it to be entered, and takes the tokens', async () => {
    const { server, tracker } = await openTrakt()
    const pairing = await tracker.begin(never)
    expect(pairing).toMatchObject({
      url: 'https://trakt.tv/activate',
      userCode: '5055CC52',
      intervalMs: 5_000,
    })
    expect(pairing.expiresAt - Date.now()).toBeGreaterThan(9 * minute)
    expect(await tracker.finish(pairing, null, never)).toEqual({ kind: 'pending' })
    server.codes.set(pairing.secret, 'approved')
    const outcome = await tracker.finish(pairing, null, never)
    expect(outcome).toMatchObject({
      kind: 'connected',
      tokens: { accessToken: 'access 2', refreshToken: 'refresh 2' },
    })
    const { expiresAt } = outcome.kind === 'connected' ? outcome.tokens : { expiresAt: 0 }
    expect(Math.abs(expiresAt! - Date.now() - 24 * hour)).toBeLessThan(minute)
  })

  it.for([
    ['declined', 'declined'],
    ['expired', 'in time'],
    ['used', 'used already'],
    ['unknown', 'does not know'],
  ] as const)('ends where the code is %s', async ([stands, reason]) => {
    const { server, tracker } = await openTrakt()
    const pairing = await tracker.begin(never)
    if (stands === 'unknown') server.codes.clear()
    else server.codes.set(pairing.secret, stands)
    expect(await tracker.finish(pairing, null, never)).toEqual({
      kind: 'refused',
      reason: saying(expect.stringContaining(reason)),
    })
  })

  it('does not ask for a code whose time is over', async () => {
    const { server, tracker } = await openTrakt()
    const pairing = await tracker.begin(never)
    const late = { ...pairing, expiresAt: Date.now() - 1 }
    expect((await tracker.finish(late, null, never)).kind).toBe('refused')
    expect(server.paths()).toEqual(['POST /oauth/device/code'])
  })

  it('slows down where Trakt says so', async () => {
    const { server, tracker } = await openTrakt()
    const pairing = await tracker.begin(never)
    server.failNext('/oauth/device/token', { status: 429 })
    expect(await tracker.finish(pairing, null, never)).toMatchObject({
      kind: 'retry',
      afterMs: 10_000,
    })
  })

  it('throws where Trakt gives no code', async () => {
    const { server, tracker } = await openTrakt()
    server.failNext('/oauth/device/code', { status: 503 })
    await expect(tracker.begin(never)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: { code: 'TRACKER_ANSWERED', values: { status: '503' } },
    })
  })
})

describe('the token', () => {
  it('is renewed before it ends, and kept before it is used', async () => {
    const { server, tracker, tokens } = await openTrakt()
    const renewed = vi.fn<ProviderAccess['renewed']>(async () => {
      expect(server.paths()).toEqual(['POST /oauth/token'])
    })
    const ask = renewing({ ...tokens, expiresAt: Date.now() + minute }, renewed)
    expect(await tracker.push(event({}), ask)).toEqual({ kind: 'delivered' })
    expect(renewed).toHaveBeenCalledExactlyOnceWith({
      accessToken: 'access 2',
      refreshToken: 'refresh 2',
      expiresAt: expect.any(Number),
    })
    expect(server.paths()).toEqual(['POST /oauth/token', 'POST /scrobble/stop'])
  })

  it('is renewed once after it was refused, for everything that follows', async () => {
    const { server, tracker, tokens } = await openTrakt()
    const ask = renewing(tokens)
    server.end(tokens.accessToken)
    expect(await tracker.pull(null, ask)).toMatchObject({ kind: 'pulled' })
    expect(ask.renewed).toHaveBeenCalledOnce()
    expect(server.paths().slice(0, 3)).toEqual([
      'GET /sync/last_activities',
      'POST /oauth/token',
      'GET /sync/last_activities',
    ])
  })

  it('is exchanged once for all who hold it', async () => {
    const { server, tracker, tokens } = await openTrakt()
    server.end(tokens.accessToken)
    const push = async (said: Partial<WatchEvent>) => tracker.push(event(said), renewing(tokens))
    const both = await Promise.all([push({}), push({ ...episode, event: 'start' })])
    // And for one who did not hear of it.
    const late = await push({ event: 'start' })
    expect([...both, late].map(({ kind }) => kind)).toEqual(['delivered', 'delivered', 'delivered'])
    const exchanges = server.paths().filter((path) => path === 'POST /oauth/token')
    expect(exchanges).toHaveLength(1)
  })

  it('cannot be renewed where the person took the connection back', async () => {
    const { server, tracker, tokens } = await openTrakt()
    server.end(tokens.accessToken)
    const ask = renewing({ ...tokens, refreshToken: 'refresh of long ago' })
    expect(await tracker.push(event({}), ask)).toEqual({
      kind: 'unauthorized',
      reason: saying(expect.stringContaining('The provided authorization grant is invalid')),
    })
    expect(await tracker.pull(null, ask)).toMatchObject({ kind: 'unauthorized' })
    expect(ask.renewed).not.toHaveBeenCalled()
  })

  it('is not given up where Trakt is away at that moment', async () => {
    const { server, tracker, tokens } = await openTrakt()
    server.end(tokens.accessToken)
    server.failNext('/oauth/token', { status: 503, headers: { 'retry-after': '30' } })
    expect(await tracker.push(event({}), renewing(tokens))).toMatchObject({
      kind: 'retry',
      afterMs: 30_000,
    })
    expect(await tracker.push(event({}), renewing(tokens))).toEqual({ kind: 'delivered' })
  })
})
