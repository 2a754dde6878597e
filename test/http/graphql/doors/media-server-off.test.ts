import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../../../support/addon.ts'
import { createAccessToken } from '../../../support/access-tokens.ts'
import { startService } from '../../../support/service.ts'

const addon = await startAddon({ streams: [filmStream(1)], ends: afterAll })
const service = await startService({}, afterAll)
const owner = await service.createUser({
  sources: [addon.source],
  mediaServer: { enabled: false, users: [{ name: 'Kim' }] },
})
await service.request('/api/v1/search?type=movie&id=tt1', { auth: owner })

const from = new Date(Date.now() - 60_000).toISOString()
const health = `sourceHealth(from: "${from}") { buckets { asked } }`
const switchedOff = [
  {
    message: expect.stringContaining('switched off'),
    extensions: { code: 'FORBIDDEN' },
  },
]
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const asked = (found: { buckets: { asked: number }[] }[]) =>
  found.flatMap(({ buckets }) => buckets).reduce((sum, one) => sum + one.asked, 0)

describe('Where the media server is switched off', () => {
  it('the owner reads how the sources answer', async () => {
    const { data, errors } = await service.graphql(`{ ${health} }`, { auth: owner })
    expect(errors).toBeUndefined()
    expect(asked(data.sourceHealth)).toBe(1)
  })

  it.each(['serviceUsers { needs }', 'activity { users { hidden } }', 'sessions { id }'])(
    'the owner does not read %s, also not beside it',
    async (field) => {
      const alone = await service.graphql(`{ ${field} }`, { auth: owner })
      expect(alone.errors).toMatchObject(switchedOff)
      const beside = await service.graphql(`{ ${health} ${field} }`, { auth: owner })
      expect(beside.errors).toMatchObject(switchedOff)
    },
  )

  it('a token of a dashboard is made, listed, reads how the sources answer and nothing else, and is revoked', async () => {
    const made = await createAccessToken(service, owner, { scopes: ['HEALTH', 'ACTIVITY'] })
    const listed = await service.graphql('{ accessTokens { id } }', { auth: owner })
    expect(listed.data.accessTokens).toEqual([{ id: made.entry.id }])
    const read = (query: string) => service.graphql(query, bearer(made.token))
    expect(asked((await read(`{ ${health} }`)).data.sourceHealth)).toBe(1)
    const rest = await service.request(`/rest/source-health?from=${from}`, bearer(made.token))
    expect(rest.status).toBe(200)
    expect((await read('{ plays { nodes { id } } }')).errors).toMatchObject(switchedOff)
    expect((await read(`{ ${health} plays { nodes { id } } }`)).errors).toMatchObject(switchedOff)
    const { data } = await service.graphql(
      `mutation { revokeAccessToken(id: "${made.entry.id}") }`,
      {
        auth: owner,
      },
    )
    expect(data.revokeAccessToken).toBe(true)
  })
})
