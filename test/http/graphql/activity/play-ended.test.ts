import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAccessToken } from '../../../support/access-tokens.ts'
import { startFilmSource } from '../../../support/film-source.ts'
import { dashboardClients } from '../../../support/graphql-clients.ts'
import { listen } from '../../../support/event-stream.ts'
import { senderOf, signInApp } from '../../../support/media-client.ts'
import { serviceTargets } from '../../../support/service-targets.ts'
import type { Auth, RunningService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const subscription =
  'subscription { playEnded { user { name } item { name } finished watchedMs lastPositionMs } }'
const minutes = 600_000_000

describe.each(serviceTargets)('playEnded on $name', ({ skip, start }) => {
  const endings: (() => unknown)[] = []
  let nodes: RunningService[] = []
  let home: Auth
  let films: { Id: string; Name: string }[] = []
  const tokens: Record<string, string> = {}
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    if (skip) return
    const ends = (end: () => unknown) => void endings.push(end)
    const source = await startFilmSource({ films: 3, series: 0, ends })
    nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, ends)
    home = await nodes[0]!.createUser({
      sources: [source.source],
      mediaServer: {
        owner: { name: 'Olga' },
        users: [{ name: 'Kim', private: true }, { name: 'Lena' }],
      },
    })
    for (const name of ['Olga', 'Kim', 'Lena']) {
      const as = { ...home, uuid: `${home.uuid}/${name}` }
      const { token, userId } = await signInApp(nodes[0]!.url, as, name)
      tokens[name] = token
      ids[name] = userId
    }
    const send = senderOf(nodes[0]!.url, tokens['Olga']!)
    films = (await send('/Items?recursive=true&includeItemTypes=Movie')).body.Items
  }, 60_000)
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })
  const report = (name: string, ending: string, film: number, minute: number) =>
    senderOf(nodes[0]!.url, tokens[name]!)(`/Sessions/Playing${ending}`, {
      ItemId: films[film]!.Id,
      PositionTicks: minute * minutes,
    })
  const hear = async (authorization: string, query = subscription) => {
    const events = await listen(nodes.at(-1)!.url, query, { authorization })
    onTestFinished(events.stop)
    return events
  }
  const wall = (options: { scopes?: string[]; userId?: string } = {}) =>
    createAccessToken(nodes[0]!, home, { scopes: ['ACTIVITY'], ...options })

  describe.skipIf(skip)('to one who listens', () => {
    it.each(dashboardClients)('is told with $name', async ({ open }) => {
      const { authorization } = await wall()
      const client = open(nodes.at(-1)!.url, authorization)
      onTestFinished(() => void client.close())
      const { results } = client.subscribe(subscription)
      // Nothing says that somebody listens, so plays end until one is heard.
      await until(
        'a play',
        async () => {
          await report('Olga', '', 0, 0)
          await report('Olga', '/Stopped', 0, 30)
          return results.length
        },
        Boolean,
      )
      expect(results[0]).toMatchObject({
        data: { playEnded: { user: { name: 'Olga' }, item: { name: films[0]!.Name } } },
      })
    })

    it('tells of a play that another one takes the place of, and of neither twice', async () => {
      const events = await hear((await wall()).authorization)
      await report('Olga', '', 0, 0)
      await report('Olga', '', 1, 0)
      await report('Olga', '/Stopped', 0, 20)
      await report('Olga', '/Stopped', 1, 85)
      const told = [await events.next(), await events.next()]
      expect(told.map(({ data }) => data.playEnded)).toMatchObject([
        { item: { name: films[0]!.Name }, finished: false },
        { item: { name: films[1]!.Name }, finished: true, lastPositionMs: 85 * 60_000 },
      ])
      await report('Olga', '', 2, 0)
      await report('Olga', '/Stopped', 2, 1)
      expect((await events.next()).data.playEnded.item.name).toBe(films[2]!.Name)
    })

    it('tells nobody of plays that they may not read', async () => {
      const olga = await hear((await wall({ userId: ids['Olga']! })).authorization)
      const lena = await hear((await wall({ userId: ids['Lena']! })).authorization)
      const others = await nodes[0]!.createUser()
      const { authorization } = await createAccessToken(nodes[0]!, others, { scopes: ['ACTIVITY'] })
      const stranger = await hear(authorization)
      const nextUser = async (events: typeof olga) => (await events.next()).data.playEnded.user.name
      await report('Kim', '', 0, 0)
      await report('Kim', '/Stopped', 0, 10)
      await report('Olga', '', 1, 0)
      await report('Olga', '/Stopped', 1, 10)
      expect([await nextUser(olga), await nextUser(olga)]).toEqual(['Kim', 'Olga'])
      expect(await nextUser(lena)).toBe('Olga')
      await nodes[0]!.graphql('mutation { deleteUser }', { auth: others })
      expect(await stranger.next()).toBeNull()
    })

    it('needs the scope of the activity, and ends with the token', async () => {
      const refused = await hear((await wall({ scopes: ['SESSIONS', 'HISTORY'] })).authorization)
      expect((await refused.next()).errors[0].extensions.code).toBe('FORBIDDEN')
      const { authorization, entry } = await wall()
      const events = await hear(authorization)
      const revoke = `mutation { revokeAccessToken(id: "${entry.id}") }`
      await nodes[0]!.graphql(revoke, { auth: home })
      expect(await events.next()).toBeNull()
    })
  })
})
