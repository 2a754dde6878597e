import { describe, expect, it } from 'vitest'
import { createAniList } from '../../../src/trackers/anilist/client.ts'
import { day } from '../../support/trackers/events.ts'
import { openAniList, openFetch } from '../../support/trackers/harness.ts'
import { saying } from '../../support/trackers/reasons.ts'

describe('connecting AniList', () => {
  it('leads to its page, which shows a code that is exchanged for a token of a year', async () => {
    const { server, tracker } = await openAniList()
    const pairing = await tracker.begin(new AbortController().signal)
    expect(pairing).toMatchObject({ userCode: null, intervalMs: null })
    expect(pairing.expiresAt).toBeGreaterThan(Date.now())

    const code = await server.approve(pairing.url)
    const outcome = await tracker.finish(pairing, ` ${code}\n`, new AbortController().signal)
    if (outcome.kind !== 'connected') throw new Error(outcome.kind)
    expect(server.tokens).toContain(outcome.tokens.accessToken)
    expect(outcome.tokens.refreshToken).toBeNull()
    expect(outcome.tokens.expiresAt! - Date.now()).toBeGreaterThan(364 * day)
  })

  it('opens the public pages where no other server is named', async () => {
    const fetch = openFetch(false)
    const tracker = createAniList({ fetch, clientId: '12', clientSecret: 's', translators: [] })
    const { url } = await tracker.begin(new AbortController().signal)
    expect(url).toBe(
      'https://anilist.co/api/v2/oauth/authorize?client_id=12&redirect_uri=https%3A%2F%2Fanilist.co%2Fapi%2Fv2%2Foauth%2Fpin&response_type=code',
    )
  })

  it('waits while no code was brought, and takes each code once', async () => {
    const { server, tracker } = await openAniList()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    expect(await tracker.finish(pairing, null, signal)).toEqual({ kind: 'pending' })
    const code = await server.approve(pairing.url)
    expect(await tracker.finish(pairing, code, signal)).toMatchObject({ kind: 'connected' })
    expect(await tracker.finish(pairing, code, signal)).toEqual({
      kind: 'refused',
      reason: saying(
        'AniList did not accept the code: it may be mistyped, used already or too old',
      ),
    })
  })

  it('says that the operator has to act where AniList does not know the service', async () => {
    const { server, tracker } = await openAniList()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    const code = await server.approve(pairing.url)
    server.client.secret = 'another'
    expect(await tracker.finish(pairing, code, signal)).toEqual({
      kind: 'refused',
      reason: saying('AniList does not know this service: its client id or secret is wrong'),
    })
  })

  it('can be tried again when AniList is away', async () => {
    const { server, tracker } = await openAniList()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    const code = await server.approve(pairing.url)
    server.next({ status: 503, body: 'down', headers: { 'retry-after': '30' } })
    expect(await tracker.finish(pairing, code, signal)).toMatchObject({
      kind: 'retry',
      afterMs: 30_000,
    })
    server.next({ status: 200, body: '<html>' })
    expect(await tracker.finish(pairing, code, signal)).toMatchObject({ kind: 'retry' })
    expect(await tracker.finish(pairing, code, signal)).toMatchObject({ kind: 'connected' })
  })
})
