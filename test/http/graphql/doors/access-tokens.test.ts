import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccessToken } from '../../../support/access-tokens.ts'
import { listen } from '../../../support/event-stream.ts'
import { serviceTargets } from '../../../support/service-targets.ts'
import type { Auth, RunningService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const household = {
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }, { name: 'Lena', pin: '1234' }] },
}
const readings: Record<string, string> = {
  ACTIVITY:
    '{ activity { users { user { name } } } plays { total } playStatistics { buckets { plays } } searchLog { mediaId } yearInReview(year: 2026) { totals { plays } topTitles { name } firstPlay { id } } }',
  HISTORY: '{ history { nodes { itemKey } } }',
  SESSIONS: '{ sessions { client } }',
  HEALTH:
    '{ sourceHealth(from: "2026-01-01T00:00:00Z", bucket: DAY, to: "2026-01-02T00:00:00Z") { source { name } } }',
}
const scopes = Object.keys(readings)

describe.each(serviceTargets)('An access token of a dashboard on $name', ({ skip, start }) => {
  describe.skipIf(skip)('that is made by the owner', () => {
    const endings: (() => unknown)[] = []
    let nodes: RunningService[] = []
    let home: Auth
    beforeAll(async () => {
      nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, (end) => void endings.push(end))
      home = await nodes[0]!.createUser(household)
    }, 60_000)
    afterAll(async () => {
      for (const end of endings.toReversed()) await end()
    })
    const codeOf = async (authorization: string, query: string, node = nodes.at(-1)!) => {
      const { errors } = await node.graphql(query, { headers: { authorization } })
      return errors?.[0]?.extensions?.code ?? null
    }
    const create = (options: Partial<Parameters<typeof createAccessToken>[2]>, auth = home) =>
      createAccessToken(nodes[0]!, auth, { scopes, ...options })

    it.each(scopes)('with the scope %s reads what it names and nothing else', async (scope) => {
      const { authorization } = await create({ scopes: [scope] })
      for (const [other, query] of Object.entries(readings)) {
        expect(await codeOf(authorization, query)).toBe(other === scope ? null : 'FORBIDDEN')
      }
    })

    it.each([
      '{ me { uuid } }',
      '{ accessTokens { name } }',
      'mutation { createAccessToken(name: "more", scopes: [HEALTH]) { token } }',
      'mutation { deleteUser }',
    ])('is no sign-in of the owner: %s', async (query) => {
      const { authorization } = await create({})
      expect(await codeOf(authorization, query)).toBe('UNAUTHORIZED')
    })

    it.each([
      '{ items { nodes { id } } }',
      '{ devices { device { id } } }',
      '{ node(id: "00000000000000000000000000000000") { id } }',
      '{ household { ownerId } }',
      '{ activity { users { user { preferences { subtitleMode } } } } }',
      'mutation { clearHistory(userId: "x") }',
      'mutation { createApiKey(name: "x") { key } }',
    ])('with every scope neither reads nor changes anything else: %s', async (query) => {
      const { authorization } = await create({})
      expect(await codeOf(authorization, query)).toBe('FORBIDDEN')
    })

    it('needs the scope of sessions for those below the activity, too', async () => {
      const { authorization } = await create({ scopes: ['ACTIVITY'] })
      const query = '{ activity { users { user { name } } sessions { client } } }'
      expect(await codeOf(authorization, query)).toBe('FORBIDDEN')
    })

    it('opens neither the media server nor searches', async () => {
      const { token, authorization } = await create({})
      const { request } = nodes.at(-1)!
      expect((await request('/Users/Me', { headers: { 'x-emby-token': token } })).status).toBe(403)
      const search = '/api/v1/search?type=movie&id=tt1'
      expect((await request(search, { headers: { authorization } })).status).toBe(400)
    })

    it('reads as the user that it was made for', async () => {
      const { entry } = await create({})
      const { data } = await nodes[0]!.graphql('{ household { users { id name } } }', {
        auth: home,
      })
      const kim = data.household.users.find(({ name }: { name: string }) => name === 'Kim')
      const { authorization, entry: kims } = await create({ userId: kim.id })
      expect([entry.user.name, kims.user.name]).toEqual(['Olga', 'Kim'])
      const asked = await nodes[0]!.graphql('{ activity { users { user { name } } } }', {
        headers: { authorization },
      })
      expect(asked.data.activity.users).toEqual([
        { user: { name: 'Olga' } },
        { user: { name: 'Kim' } },
      ])
      expect(await codeOf(authorization, readings['HEALTH']!)).toBe('FORBIDDEN')
    })

    it('of a personal user sees that user alone', async () => {
      const own = { mediaServer: { owner: {}, users: [{ name: 'Kim', personal: true }] } }
      const auth = await nodes[0]!.createUser(own)
      const { data } = await nodes[0]!.graphql('{ household { users { id name } } }', { auth })
      const { id: userId } = data.household.users.find(
        ({ name }: { name: string }) => name === 'Kim',
      )
      const { token } = await create({ userId }, auth)
      const { accessTokens } = nodes.at(-1)!.service.services
      const user = await accessTokens.findUser(token, { address: '127.0.0.1' })
      expect(user?.profiles.map(({ name }) => name)).toEqual(['Kim'])
    })

    it('of a user who is removed ends for good', async () => {
      const [node] = nodes
      const users = [{ id: 'c'.repeat(32), name: 'Kim' }]
      const auth = await node!.createUser({ mediaServer: { users, enabled: false } })
      const { authorization } = await create({ userId: users[0]!.id }, auth)
      await create({ name: 'of the owner' }, auth)
      const list = '{ accessTokens { name user { name } } }'
      const keep = async (kept: readonly object[]) => {
        const json = { config: { sources: [], mediaServer: { users: kept, enabled: false } } }
        const { status } = await node!.request('/api/v1/user', { method: 'PUT', auth, json })
        expect(status).toBe(200)
      }
      await keep([])
      await keep(users)
      await until(
        'the token to be deleted',
        () => node!.graphql(list, { auth }),
        ({ data }) => data.accessTokens.length === 1,
      )
      expect(await codeOf(authorization, readings['HISTORY']!)).toBe('UNAUTHORIZED')
    })

    it('is listed without itself, with its last use, and ends when it is revoked', async () => {
      const auth = await nodes[0]!.createUser(household)
      const { token, authorization, entry } = await create({ name: ' Wall ' }, auth)
      expect(token).toMatch(/^dash_[\da-f]{64}$/)
      expect(entry).toMatchObject({ name: 'Wall', scopes, lastUsedAt: null, ended: false })
      expect(await codeOf(authorization, readings['HISTORY']!)).toBeNull()
      const list = '{ accessTokens { id name lastUsedAt expiresAt } }'
      const { data } = await until(
        'its last use',
        () => nodes[0]!.graphql(list, { auth }),
        (answer) => answer.data.accessTokens[0].lastUsedAt !== null,
      )
      expect(data.accessTokens).toMatchObject([{ id: entry.id, name: 'Wall', expiresAt: null }])
      const revoke = `mutation { revokeAccessToken(id: "${entry.id}") }`
      const stranger = await nodes[0]!.createUser()
      const refused = await nodes[0]!.graphql(revoke, { auth: stranger })
      expect(refused.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
      expect((await nodes[0]!.graphql(revoke, { auth })).errors).toBeUndefined()
      expect(await codeOf(authorization, readings['HISTORY']!)).toBe('UNAUTHORIZED')
    })

    it('ends with the password under which it was made, and says so', async () => {
      const auth = await nodes[0]!.createUser(household)
      const { authorization } = await create({}, auth)
      const change = 'mutation { changePassword(password: "a third horse") { uuid } }'
      await nodes[0]!.graphql(change, { auth })
      expect(await codeOf(authorization, readings['HISTORY']!)).toBe('UNAUTHORIZED')
      const { data } = await nodes[0]!.graphql('{ accessTokens { ended } }', {
        auth: { ...auth, password: 'a third horse' },
      })
      expect(data.accessTokens).toEqual([{ ended: true }])
    })

    it.each(['revoked', 'expired'])('ends within a second what it hears when %s', async (how) => {
      const expiresAt = how === 'expired' ? { expiresAt: new Date(Date.now() + 1_500) } : {}
      const { authorization, entry } = await create(expiresAt)
      const events = await listen(
        nodes.at(-1)!.url,
        'subscription { activityChanged { users { user { name } } } }',
        { authorization },
      )
      expect((await events.next()).errors).toBeUndefined()
      let endsAt = Date.now() + 1_500
      if (how === 'revoked') {
        await nodes[0]!.graphql(`mutation { revokeAccessToken(id: "${entry.id}") }`, { auth: home })
        endsAt = Date.now()
      }
      while ((await events.next()) !== null);
      expect(Date.now() - endsAt).toBeLessThan(1_000)
      expect(await codeOf(authorization, readings['HISTORY']!)).toBe('UNAUTHORIZED')
    })

    it.each([
      ['name', { name: ' ' }],
      ['scopes', { scopes: [] }],
      ['expiresAt', { expiresAt: new Date(0) }],
    ])('is not made with a wrong %s', async (what, wrong) => {
      const { errors } = await nodes[0]!.graphql(
        `mutation ($name: String!, $scopes: [AccessScope!]!, $expiresAt: DateTime) {
          createAccessToken(name: $name, scopes: $scopes, expiresAt: $expiresAt) { token }
        }`,
        { auth: home, variables: { name: 'x', scopes, ...wrong } },
      )
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }])
      expect(errors![0]!.message).toContain(what)
    })

    it('is refused above a hundred of one configuration', async () => {
      const auth = await nodes[0]!.createUser()
      const made = Array.from({ length: 100 }, () => create({}, auth))
      await Promise.all(made)
      const more = 'mutation { createAccessToken(name: "x", scopes: [HEALTH]) { token } }'
      const { errors } = await nodes[0]!.graphql(more, { auth })
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }])
    })
  })
})
