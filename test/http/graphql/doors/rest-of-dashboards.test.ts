import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../../../src/graphql/schema.ts'
import { createAccessToken } from '../../../support/access-tokens.ts'
import { startActivityHome } from '../../../support/activity-home.ts'
import { senderOf } from '../../../support/media-client.ts'
import { answerCheck } from '../../../support/rest-description.ts'

type Reading = { readonly name: string; readonly scope: string; readonly path: string }

/** What queries ask for that need more than their name. */
const given: Readonly<Record<string, string>> = {
  sourceHealth: '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&bucket=DAY',
  sourceHealthByArea: '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&bucket=DAY',
  trackerHealth: '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&bucket=DAY',
  yearInReview: `?year=${new Date().getUTCFullYear()}`,
}

const readings = Object.values(schema.getQueryType()!.getFields()).flatMap(
  ({ name, extensions }): Reading[] => {
    const { authScopes } = extensions['pothosOptions'] as { authScopes?: { reads?: string } }
    if (authScopes?.reads === undefined) return []
    const path = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return [{ name, scope: authScopes.reads, path: `${path}${given[name] ?? ''}` }]
  },
)

describe('A path below /rest that a scope opens', () => {
  let home: Awaited<ReturnType<typeof startActivityHome>>
  const endings: (() => unknown)[] = []
  beforeAll(async () => {
    home = await startActivityHome((end) => void endings.push(end))
    const [film, other, third] = home.films
    await home.watch('Olga', film!)
    await home.watch('Olga', film!)
    await home.watch('Plain', other!)
    const send = senderOf(home.service.url, home.tokens['Plain']!)
    await send('/Sessions/Playing', { ItemId: third!.Id, MediaSourceId: third!.Id })
    await send('/Sessions/Playing/Progress', { ItemId: third!.Id, PositionTicks: 600_000_000 })
  })
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })
  const read = async (path: string, scopes: string[]) => {
    const { authorization } = await createAccessToken(home.service, home.home, { scopes })
    return home.service.request(`/rest/${path}`, { headers: { authorization } })
  }

  it('is found for every scope', () => {
    expect(new Set(readings.map(({ scope }) => scope))).toEqual(
      new Set(['activity', 'history', 'sessions', 'health']),
    )
  })

  it.each(readings)('answers a token of that scope alone: $name', async ({ path, scope }) => {
    const { status, body } = await read(path, [scope.toUpperCase()])
    expect({ status, body }).toMatchObject({ status: 200 })
    const { body: description } = await home.service.request('/rest/openapi.json')
    expect(answerCheck(description)(path, body)).toBeNull()
  })

  it.each(readings)('stays closed to the other scopes: $name', async ({ path, scope }) => {
    const others = ['ACTIVITY', 'HISTORY', 'SESSIONS', 'HEALTH'].filter(
      (other) => other !== scope.toUpperCase(),
    )
    expect((await read(path, others)).status).toBe(403)
  })

  it('says null for what the token may not see, and all else', async () => {
    const { body } = await read('sessions', ['SESSIONS'])
    const sessions = body as unknown as Record<string, unknown>[]
    expect(sessions.find(({ item }) => item !== null)).toMatchObject({
      user: { name: 'Plain', preferences: null },
      item: { name: home.films[2]!.Name, watch: null, occurrences: null },
      nowPlaying: { positionMs: 60_000, mediaSourceId: null },
    })
    const activity = await read('activity', ['ACTIVITY'])
    expect(activity.body).toMatchObject({ sessions: null, users: [{}, {}, {}, {}, {}] })
  })

  it('says more where another scope of the token opens it', async () => {
    const { body } = await read('sessions', ['SESSIONS', 'HISTORY'])
    const sessions = body as unknown as { item: { watch: object } | null }[]
    expect(sessions.find(({ item }) => item !== null)?.item?.watch).toMatchObject({ played: false })
    const { body: activity } = await read('activity', ['ACTIVITY', 'SESSIONS'])
    expect((activity as unknown as { sessions: object[] }).sessions.length).toBeGreaterThan(0)
  })

  it('says everything to a user', async () => {
    const { body } = await home.service.request('/rest/sessions', { auth: home.home })
    const sessions = body as unknown as { item: object | null }[]
    expect(sessions.find(({ item }) => item !== null)).toMatchObject({
      user: { preferences: { subtitleMode: 'DEFAULT' } },
      item: { watch: { played: false } },
      nowPlaying: { mediaSourceId: home.films[2]!.Id },
    })
  })
})
