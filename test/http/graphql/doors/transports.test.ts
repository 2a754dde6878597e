import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAccessToken } from '../../../support/access-tokens.ts'
import { dashboardClients } from '../../../support/graphql-clients.ts'
import { serviceTargets } from '../../../support/service-targets.ts'
import { basic } from '../../../support/service.ts'
import type { Auth, RunningService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const query = '{ activity { users { user { name } } } }'
const subscription = 'subscription { activityChanged { users { user { name } } } }'
const users = [{ user: { name: 'Olga' } }]

describe.each(serviceTargets)('On $name', ({ skip, start }) => {
  const endings: (() => unknown)[] = []
  let nodes: RunningService[] = []
  let home: Auth
  beforeAll(async () => {
    if (skip) return
    nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, (end) => void endings.push(end))
    home = await nodes[0]!.createUser({ mediaServer: { owner: { name: 'Olga' } } })
  }, 60_000)
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  describe.skipIf(skip).each(dashboardClients)('a dashboard with $name', ({ open }) => {
    function connect(authorization: string) {
      const client = open(nodes.at(-1)!.url, authorization)
      onTestFinished(() => void client.close())
      return client
    }

    it.each(['a token', 'the password'])('asks with %s', async (how) => {
      const { authorization } = await createAccessToken(nodes[0]!, home, { scopes: ['ACTIVITY'] })
      const client = connect(how === 'a token' ? authorization : basic(home))
      expect(await client.query(query)).toMatchObject({ activity: { users } })
    })

    it('hears what changes, and the end of its access within a second', async () => {
      const made = await createAccessToken(nodes[0]!, home, { scopes: ['ACTIVITY'] })
      const heard = connect(made.authorization).subscribe(subscription)
      await until(
        'the first value',
        () => heard.results.length,
        (count) => count > 0,
      )
      expect(heard.results[0]).toMatchObject({ data: { activityChanged: { users } } })
      expect(heard.isOver()).toBe(false)
      await nodes[0]!.graphql(`mutation { revokeAccessToken(id: "${made.entry.id}") }`, {
        auth: home,
      })
      const over = await until('the end', heard.isOver, Boolean, { timeoutMs: 1_000 })
      expect(over).toBe(true)
    })

    it('is refused with a wrong token', async () => {
      await expect(connect('Bearer nonsense').query(query)).rejects.toBeTruthy()
    })
  })
})
