import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { filmStream, startAddon } from '../../support/addon.ts'
import { allFields } from '../../support/all-fields.ts'
import { createOperatorClient, operatorPassword } from '../../support/browser-session.ts'
import { startService } from '../../support/service.ts'

const running = await startService(
  { ADMIN_PASSWORD: operatorPassword, RATE_LIMIT_SEARCH: '2/1h' },
  afterAll,
)
const addon = await startAddon({ streams: [filmStream(1)], ends: afterAll })
await running.service.services.anime.useSample()
const user = await running.createUser({
  name: "Somebody's own name",
  sources: [{ type: 'stremio', name: 'A name of a source', url: `${addon.url}/manifest.json` }],
})
for (let count = 0; count < 4; count++) {
  await running.request('/api/v1/search?type=movie&id=tt0063350', { auth: user })
}
const operator = createOperatorClient(running)
await operator.signIn(operatorPassword)
const whole = `{ operator ${allFields(schema.getType('Operator')!)} }`

describe('What the operator sees', () => {
  it('is the state of the instance in numbers', async () => {
    const { data } = await operator.graphql(whole)
    expect(data.operator).toMatchObject({
      health: { problems: [] },
      machine: { load: [expect.any(Number), expect.any(Number), expect.any(Number)] },
      configurations: { total: 1, usedLastDay: 1, usedLastMonth: 1 },
      devices: 0,
      animeLists: { loaded: true },
      backups: { database: 'SQLITE', keyIsSet: false, made: [] },
      sessions: [{ current: true }],
    })
    expect(data.operator.process.resident).toBeGreaterThan(2 ** 20)
    expect(data.operator.backups.databaseBytes).toBeGreaterThan(0)
    expect(data.operator.limits).toContainEqual({
      name: 'search',
      points: 2,
      windowMs: 3_600_000,
      refused: 2,
    })
    const streams = data.operator.upstreams.find((one: { area: string }) => one.area === 'STREAMS')
    expect(streams.answered + streams.remembered).toBeGreaterThan(0)
  })

  it('is counted for Prometheus, too', async () => {
    const { text } = await running.request('/metrics')
    expect(text).toContain('rate_limit_refusals_total{limit="search"} 2')
  })

  it('names nobody and nothing of theirs', async () => {
    const { data } = await operator.graphql(whole)
    const text = JSON.stringify(data)
    for (const secret of [user.uuid, 'own name', 'A name of a source', addon.url, 'tt0063350']) {
      expect(text).not.toContain(secret)
    }
  })

  it('is closed to the configuration, by every door', async () => {
    const codes = [
      (await running.graphql(whole, { auth: user })).errors?.[0]?.extensions?.code,
      (await running.graphql('mutation { makeBackup { name } }', { auth: user })).errors?.[0]
        ?.extensions?.code,
    ]
    expect(codes).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED'])
    expect(await running.request('/rest/operator', { auth: user })).toMatchObject({ status: 401 })
  })
})

describe('A backup', () => {
  it('is made by the operator, one at a time, and listed', async () => {
    const make = () => operator.graphql('mutation { makeBackup { name bytes madeAt } }')
    const answers = await Promise.all([make(), make()])
    const made = answers.filter(({ code }) => code === null)
    const refused = answers.filter(({ code }) => code !== null)
    expect(made.length).toBeGreaterThan(0)
    expect(refused.every(({ code }) => code === 'SERVICE_UNAVAILABLE')).toBe(true)
    const { data } = await operator.graphql('{ operator { backups { made { name bytes } } } }')
    expect(data.operator.backups.made[0].bytes).toBeGreaterThan(0)
    expect(data.operator.backups.made).toHaveLength(made.length)
  })
})
