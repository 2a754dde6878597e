import { describe, expect, it } from 'vitest'
import { createMyAnimeList } from '../../../src/trackers/my-anime-list/client.ts'
import { day } from '../../support/trackers/events.ts'
import {
  openFetch,
  openMyAnimeList,
  standingAtMyAnimeList,
} from '../../support/trackers/harness.ts'
import { saying } from '../../support/trackers/reasons.ts'

describe('connecting MyAnimeList', () => {
  it.each([
    { title: 'a client with a secret', secret: 'a secret of this client' },
    { title: 'a client without one', secret: null },
  ])('leads to its page, and exchanges the code with proof: $title', async ({ secret }) => {
    const { server, tracker } = await openMyAnimeList(secret)
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    expect(pairing).toMatchObject({ userCode: null, intervalMs: null })
    expect(pairing.expiresAt).toBeGreaterThan(Date.now())
    expect(pairing.secret).toMatch(/^[\w-]{43,128}$/)

    const address = await server.approve(pairing.url)
    const code = new URL(address).searchParams.get('code')
    const outcome = await tracker.finish(pairing, code, signal)
    if (outcome.kind !== 'connected') throw new Error(outcome.kind)
    const { accessToken, refreshToken, expiresAt } = outcome.tokens
    expect(server.accessTokens).toContain(accessToken)
    expect(server.refreshTokens.get(refreshToken!)).toBe(accessToken)
    expect(expiresAt! - Date.now()).toBeGreaterThan(30 * day)
  })

  it('takes the whole address that the person was sent to', async () => {
    const { server, tracker } = await openMyAnimeList()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    const address = await server.approve(pairing.url)
    expect(await tracker.finish(pairing, ` ${address} `, signal)).toMatchObject({
      kind: 'connected',
    })
  })

  it('opens the public pages where no other server is named', async () => {
    const fetch = openFetch(false)
    const tracker = createMyAnimeList({
      fetch,
      clientId: '12',
      clientSecret: null,
      translators: [],
    })
    const { url, secret } = await tracker.begin(new AbortController().signal)
    expect(url).toBe(
      `https://myanimelist.net/v1/oauth2/authorize?response_type=code&client_id=12&code_challenge=${secret}&code_challenge_method=plain`,
    )
  })

  it('waits while no code was brought', async () => {
    const { tracker } = await openMyAnimeList()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    for (const brought of [null, '', 'http://localhost/connected?error=access_denied']) {
      expect(await tracker.finish(pairing, brought, signal)).toEqual({ kind: 'pending' })
    }
  })

  it('is refused with a code that another one asked for', async () => {
    const { server, tracker } = await openMyAnimeList()
    const { signal } = new AbortController()
    const [mine, other] = [await tracker.begin(signal), await tracker.begin(signal)]
    expect(mine.secret).not.toBe(other.secret)
    const address = await server.approve(other.url)
    expect(await tracker.finish(mine, address, signal)).toMatchObject({
      kind: 'refused',
      reason: saying(expect.stringContaining('The grant is invalid.')),
    })
  })

  it('can be tried again where MyAnimeList is away or does not know the service', async () => {
    const { server, tracker } = await openMyAnimeList()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    const address = await server.approve(pairing.url)
    server.next(/token/, { status: 503, body: '', headers: { 'retry-after': '9' } })
    server.next(/token/, { status: 403, body: '' })
    server.next(/token/, { status: 401, body: '{"error":"invalid_client"}' })
    server.next(/token/, { status: 200, body: '<html>' })
    const outcomes = []
    for (let at = 0; at < 4; at += 1) outcomes.push(await tracker.finish(pairing, address, signal))
    expect(outcomes).toMatchObject([
      { kind: 'retry', afterMs: 9_000 },
      { kind: 'retry', afterMs: null },
      {
        kind: 'retry',
        reason: saying(expect.stringContaining('its client id or secret is wrong')),
      },
      { kind: 'retry' },
    ])
    expect(await tracker.finish(pairing, address, signal)).toMatchObject({ kind: 'connected' })
  })
})

describe('tokens of MyAnimeList', () => {
  it('are used as they are while they last', async () => {
    const { server, person, push } = await openMyAnimeList()
    await push({})
    expect(person.renewals).toEqual([])
    expect(server.requests).not.toContain('POST /v1/oauth2/token')
  })

  it('are renewed before they end, and kept before they are used', async () => {
    const { server, person, push } = await openMyAnimeList()
    person.ends(Date.now() + 60_000)
    let keptAfter: string[] = []
    const ask = person.ask()
    const outcome = await push(
      {},
      {
        ...ask,
        renewed: async (tokens) => {
          keptAfter = [...server.requests]
          await ask.renewed(tokens)
        },
      },
    )
    expect(outcome).toEqual({ kind: 'delivered' })
    expect(keptAfter).toEqual(['POST /v1/oauth2/token'])
    expect(person.tokens()).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2' })
    expect(standingAtMyAnimeList(server, 48_583)).toBe('watching 3')
  })

  it('are renewed once where they ended unforeseen', async () => {
    const { server, person, push, pulled } = await openMyAnimeList()
    server.accessTokens.clear()
    expect(await push({})).toEqual({ kind: 'delivered' })
    expect(person.renewals).toHaveLength(1)
    server.accessTokens.clear()
    expect((await pulled()).watched).toHaveLength(3)
    expect(person.renewals).toHaveLength(2)
  })

  it('are not asked for for ever', async () => {
    const { server, push, pull } = await openMyAnimeList()
    for (const _ of [1, 2, 3, 4]) server.next(/v2/, { status: 401, body: '{}' })
    const ended = {
      kind: 'unauthorized',
      reason: saying('MyAnimeList does not accept the connection any more'),
    }
    expect(await push({})).toEqual(ended)
    expect(server.requests).toHaveLength(3)
    expect(await pull()).toEqual(ended)
  })

  it('are renewed once in all: new ones that are no better are used all the same', async () => {
    const { server, person, push } = await openMyAnimeList()
    const renewals = () => server.requests.filter((request) => request.includes('token'))
    person.ends(Date.now())
    const short = JSON.stringify({ ...server.grant(), expires_in: 60 })
    server.next(/token/, { status: 200, body: short })
    expect(await push({})).toEqual({ kind: 'delivered' })
    expect(renewals()).toHaveLength(1)

    server.next(/v2/, { status: 401, body: '{}' })
    expect(await push({ episode: 20 })).toMatchObject({ kind: 'unauthorized' })
    expect(renewals()).toHaveLength(2)
  })

  it('end where MyAnimeList does not renew them', async () => {
    const { server, person, push } = await openMyAnimeList()
    server.accessTokens.clear()
    server.refreshTokens.clear()
    expect(await push({})).toMatchObject({ kind: 'unauthorized' })
    person.ends(Date.now())
    expect(await push({})).toMatchObject({ kind: 'unauthorized' })
    expect(person.renewals).toEqual([])
  })

  it('end where nothing renews them', async () => {
    const { server, push } = await openMyAnimeList()
    const { signal } = new AbortController()
    const tokens = { accessToken: 'old', refreshToken: null, expiresAt: 0 }
    const ask = { tokens, renewed: async () => {}, signal }
    expect(await push({}, ask)).toMatchObject({ kind: 'unauthorized' })
    expect(server.requests).toEqual(['GET /v2/anime/48583'])
  })

  it('stay where the renewal may succeed another time', async () => {
    const { server, person, push } = await openMyAnimeList()
    person.ends(Date.now())
    server.next(/token/, { status: 500, body: '' })
    expect(await push({})).toMatchObject({ kind: 'retry' })
    server.next(/token/, { status: 401, body: '{"error":"invalid_client"}' })
    expect(await push({})).toMatchObject({ kind: 'retry' })
    expect(await push({})).toEqual({ kind: 'delivered' })
    expect(person.renewals).toHaveLength(1)
  })

  it('are renewed once for all who come with the same, since that ends them', async () => {
    const { server, person, push, tracker } = await openMyAnimeList()
    person.ends(Date.now())
    const asks = [person.ask(), person.ask(), person.ask()] as const
    const outcomes = await Promise.all([
      push({}, asks[0]),
      push({ episode: 18 }, asks[1]),
      tracker.pull(null, asks[2]),
    ])
    expect(outcomes.map(({ kind }) => kind)).not.toContain('unauthorized')
    // One comes a little later, with what it read before.
    expect(await push({ episode: 20 }, asks[0])).toEqual({ kind: 'delivered' })
    expect(server.requests.filter((request) => request.includes('token'))).toHaveLength(1)
  })

  it('are not lost by one who leaves meanwhile', async () => {
    const { person, push } = await openMyAnimeList()
    person.ends(Date.now())
    const leaving = new AbortController()
    const pushing = push({}, person.ask(leaving.signal))
    leaving.abort()
    expect(await pushing).toMatchObject({ kind: 'retry' })
    expect(person.tokens().accessToken).toBe('access-2')
    expect(await push({})).toEqual({ kind: 'delivered' })
  })
})
