import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'

const everybody = ['Olga', 'Plain', 'Closed', 'Hidden', 'Guest']
const document = `query ($filter: ActivityFilter, $orderBy: PlayOrder, $first: Int, $after: String) {
  plays(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    total atLeast pageInfo { hasNextPage endCursor }
    nodes { user { id name } item { name kind } kind finished watchedMs startedAt endedAt client device origin version { resolution } }
  }
}`
const names = `query ($filter: ActivityFilter) { history(filter: $filter) { nodes { userId item { name } } } }`

type Node = { user: { name: string }; item: { name: string }; finished: boolean }

describe('Plays over GraphQL', () => {
  const endings: (() => unknown)[] = []
  let home: Awaited<ReturnType<typeof startActivityHome>>
  beforeAll(async () => {
    home = await startActivityHome((end) => void endings.push(end))
    for (const name of everybody) await home.watch(name, home.films[0]!)
    await home.watch('Olga', home.films[1]!, 2_000)
  }, 60_000)
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  const plays = async (name: string, variables: object = {}) =>
    (await home.ask(name, document, variables)).plays
  const watchers = (nodes: readonly Node[]) => new Set(nodes.map(({ user }) => user.name))
  const shown = (nodes: readonly Node[]) => nodes.map(({ user, item }) => [user.name, item.name])

  it.each([
    ['Olga', everybody],
    ['Plain', ['Olga', 'Plain', 'Guest']],
    ['Closed', ['Olga', 'Plain', 'Closed', 'Guest']],
    ['Hidden', ['Hidden']],
    ['Guest', ['Olga', 'Plain', 'Guest']],
  ])('%s finds those of everybody whose history it reads', async (caller, readable) => {
    const { nodes } = await plays(caller)
    expect(watchers(nodes)).toEqual(new Set(readable))
  })

  it.each([
    ['Olga', everybody],
    ['Plain', ['Olga', 'Plain', 'Guest']],
    ['Hidden', ['Hidden']],
  ])(
    '%s finds those of each whom the filter names, and is refused those of others',
    async (caller, readable) => {
      const found = everybody.map(async (name) => {
        const answer = await home.ask(caller, document, { filter: { users: [home.ids[name]] } })
        return [name, answer.plays ? watchers(answer.plays.nodes) : answer] as const
      })
      expect(await Promise.all(found)).toEqual(
        everybody.map((name) => [name, readable.includes(name) ? new Set([name]) : 'FORBIDDEN']),
      )
    },
  )

  it('are the newest first, with who watched what on what', async () => {
    const { nodes, total } = await plays('Olga', { filter: { users: [home.ids['Olga']] } })
    expect(total).toBe(2)
    expect(nodes).toEqual([
      expect.objectContaining({
        user: { id: home.ids['Olga'], name: 'Olga' },
        item: { name: 'Film 1', kind: 'MOVIE' },
        kind: 'MOVIE',
        finished: false,
        client: 'Test App',
        device: 'The living-room',
        origin: 'LOCAL',
      }),
      expect.objectContaining({ item: { name: 'Film 0', kind: 'MOVIE' }, finished: true }),
    ])
  })

  it('are read page by page', async () => {
    const first = await plays('Olga', { first: 4, orderBy: 'OLDEST' })
    expect(shown(first.nodes)).toEqual(everybody.slice(0, 4).map((name) => [name, 'Film 0']))
    expect(first).toMatchObject({ total: 6, atLeast: 6, pageInfo: { hasNextPage: true } })
    const after = first.pageInfo.endCursor
    const { nodes, pageInfo, total } = await plays('Olga', { first: 4, orderBy: 'OLDEST', after })
    expect(total).toBe(6)
    expect(shown(nodes)).toEqual([
      ['Guest', 'Film 0'],
      ['Olga', 'Film 1'],
    ])
    expect(pageInfo.hasNextPage).toBe(false)
  })

  it.each<[string, Record<string, unknown> & { users?: string[] }, number | null, number]>([
    ['nothing', {}, 6, 6],
    ['users', { users: ['Olga'] }, 2, 2],
    ['a kind and what was finished', { kinds: ['MOVIE'], finished: true }, 5, 5],
    ['a time in which there are none', { to: '2020-01-01T00:00:00Z' }, 0, 0],
    [
      'an app, of which a page says how many there are at least',
      { clients: ['Test App'] },
      null,
      2,
    ],
    ['words, of which one page has all', { text: 'film 1' }, 1, 1],
  ])(
    'are counted where the filter asks for %s',
    async (_what, { users, ...filter }, total, least) => {
      const asked = { ...filter, ...(users && { users: users.map((name) => home.ids[name]) }) }
      const found = await plays('Olga', { first: 1, filter: asked })
      expect([found.total, found.atLeast]).toEqual([total, least])
    },
  )

  it('count the entries of a history that one page has, and at least those of others', async () => {
    const query = `query ($first: Int, $after: String) {
      history(first: $first, after: $after) { total atLeast pageInfo { endCursor } }
    }`
    const whole = (await home.ask('Olga', query)).history
    expect(whole).toMatchObject({ total: 5, atLeast: 5 })
    const { history } = await home.ask('Olga', query, { first: 2 })
    expect(history).toMatchObject({ total: null, atLeast: 3 })
    const { endCursor } = history.pageInfo
    const next = await home.ask('Olga', query, { first: 2, after: endCursor })
    expect(next.history).toMatchObject({ total: null, atLeast: 4 })
  })

  it.each([
    ['unfinished ones', { finished: false }, [['Olga', 'Film 1']]],
    ['words of a name', { text: 'fílm 1' }, [['Olga', 'Film 1']]],
    ['a word that no name has', { text: 'nothing' }, []],
    ['a sign that no name has', { text: ' % ' }, []],
    ['another kind', { kinds: ['EPISODE'] }, []],
    ['an app', { clients: ['Another'] }, []],
    ['a time', { to: '2020-01-01T00:00:00Z' }, []],
  ])('are narrowed by %s', async (_what, filter, expected) => {
    expect(shown((await plays('Olga', { filter })).nodes)).toEqual(expected)
  })

  it('are narrowed by a title', async () => {
    const { nodes } = await plays('Plain', { filter: { title: home.films[1]!.Id } })
    expect(shown(nodes)).toEqual([['Olga', 'Film 1']])
    expect(await home.ask('Plain', document, { filter: { title: 'e'.repeat(32) } })).toBe(
      'NOT_FOUND',
    )
  })

  it('narrow the history by the same filter', async () => {
    const found = async (filter: object) =>
      (await home.ask('Plain', names, { filter })).history.nodes.map((node: Node) => node.item.name)
    expect(await found({ text: 'film 1' })).toEqual(['Film 1'])
    expect(await found({ text: '_' })).toEqual([])
    expect(await found({ finished: true, users: [home.ids['Plain']] })).toEqual(['Film 0'])
    expect(await found({ title: home.films[0]!.Id })).toEqual(['Film 0', 'Film 0'])
    expect(await found({ clients: ['Test App'], kinds: ['MOVIE'], text: '1' })).toEqual(['Film 1'])
    expect(await found({ clients: ['Another'] })).toEqual([])
    expect(await home.ask('Plain', names, { filter: { users: [home.ids['Closed']] } })).toBe(
      'FORBIDDEN',
    )
  })

  it.each([
    ['a page too large', { first: 501 }],
    ['a cursor that was not given out', { after: 'abc' }],
    [
      'a time that ends before it begins',
      { filter: { from: '2020-01-02T00:00:00Z', to: '2020-01-01T00:00:00Z' } },
    ],
    ['a text too long', { filter: { text: 'a'.repeat(201) } }],
  ])('are refused for %s', async (_what, variables) => {
    expect(await home.ask('Olga', document, variables)).toBe('BAD_REQUEST')
  })

  it('are told to no API key', async () => {
    const made = await fetch(`${home.service.url}/Auth/Keys?app=Dashboard`, {
      method: 'POST',
      headers: { 'x-emby-token': home.tokens['Olga']! },
    })
    home.tokens['key'] = ((await made.json()) as { AccessToken: string }).AccessToken
    expect(await home.ask('key', document)).toBe('FORBIDDEN')
  })
})
