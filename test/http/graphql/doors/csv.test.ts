import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine, prefersCsv } from '../../../../src/http/graphql/csv.ts'
import { createAccessToken } from '../../../support/access-tokens.ts'
import { startActivityHome } from '../../../support/activity-home.ts'

const home = await startActivityHome(afterAll)
const { request } = home.service
const auth = home.home

const csv = async (path: string, headers: Record<string, string> = {}) =>
  request(`/rest${path}`, { auth, headers: { accept: 'text/csv', ...headers } })
const rowsOf = (text: string) => text.trimEnd().split('\r\n')

describe('Plays and statistics as CSV', () => {
  beforeAll(async () => {
    for (const film of home.films.slice(0, 3)) await home.watch('Olga', film)
    await home.watch('Closed', home.films[0]!, 600)
  })

  it('have a header, a row for each play, and a name for the file', async () => {
    const { status, headers, text } = await csv('/plays')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toBe('attachment; filename="plays.csv"')
    const [header, ...rows] = rowsOf(text)
    expect(header).toMatch(/^id,startedAt,endedAt,userId,user,kind,name,.*,itemId,seriesId$/)
    expect(rows).toHaveLength(4)
    expect(rows[0]).toContain(`,Closed,MOVIE,${home.films[0]!.Name},`)
    expect(rows[0]).toMatch(new RegExp(`,${home.films[0]!.Id},$`))
  })

  it('take the same arguments as JSON, and refuse the same', async () => {
    const filter = encodeURIComponent(JSON.stringify({ users: [home.ids['Closed']] }))
    expect(rowsOf((await csv(`/plays?filter=${filter}`)).text)).toHaveLength(2)
    expect(rowsOf((await csv('/plays?first=2')).text)).toHaveLength(3)
    const wrong = await csv('/plays?first=0')
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('BAD_REQUEST')])
    const nobody = await request('/rest/plays', { headers: { accept: 'text/csv' } })
    expect(nobody.status).toBe(401)
  })

  it('hold every page, each play once and in order', async () => {
    const count = 1_200
    const hourMs = 3_600_000
    const file = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      action: 'watch',
      type: 'movie',
      watched_at: new Date(Date.now() - (count - index) * 6 * hourMs).toISOString(),
      movie: { title: `Film ${index}`, year: 2000, ids: { imdb: `tt${5_000_000 + index}` } },
    }))
    const { status } = await request('/Service/History/Import', {
      method: 'POST',
      headers: { authorization: `MediaBrowser Token="${home.tokens['Plain']}"` },
      json: file,
    })
    expect(status).toBe(200)
    const filter = encodeURIComponent(JSON.stringify({ users: [home.ids['Plain']] }))
    const [header, ...rows] = rowsOf((await csv(`/plays?orderBy=OLDEST&filter=${filter}`)).text)
    const column = header!.split(',').indexOf('startedAt')
    const times = rows.map((row) => row.split(',')[column]!)
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(count)
    expect(times).toHaveLength(count)
    expect(times).toEqual(times.toSorted())
  })

  it('hold the plays at an end, or between two of them', async () => {
    const idsAt = async (query: string) =>
      rowsOf((await csv(`/plays${query}`)).text)
        .slice(1)
        .map((row) => row.split(',')[0]!)
    const ids = await idsAt('')
    expect(await idsAt('?last=1')).toEqual(ids.slice(-1))
    expect(await idsAt(`?before=${ids[2]}`)).toEqual(ids.slice(0, 2))
    expect(await idsAt(`?before=${ids[2]}&after=${ids[0]}`)).toEqual(ids.slice(1, 2))
  })

  it.each(['/play-statistics', '/playStatistics'])('count at %s', async (path) => {
    const { status, text } = await csv(`${path}?bucket=YEAR&groupBy=USER`)
    expect([status, text]).toEqual([200, expect.any(String)])
    const [header, ...rows] = rowsOf(text)
    expect(header).toBe('from,group,plays,finished,watchedMs,userId,itemId')
    expect(rows.map((row) => row.split(',').slice(1, 3).join())).toEqual(
      expect.arrayContaining(['Olga,3', 'Closed,1']),
    )
  })

  it('tell users and titles of one name apart', async () => {
    const users = rowsOf((await csv('/play-statistics?bucket=YEAR&groupBy=USER')).text).slice(1)
    expect(users.map((row) => row.split(',').slice(5))).toEqual(
      expect.arrayContaining([[home.ids['Olga'], '']]),
    )
    const titles = rowsOf((await csv('/play-statistics?bucket=YEAR&groupBy=TITLE')).text).slice(1)
    const first = home.films[0]!
    expect(titles.map((row) => row.split(',')).map((row) => [row[1], row[6]])).toEqual(
      expect.arrayContaining([[first.Name, first.Id]]),
    )
  })

  it.each([
    ['hours-of-day', 'hour,group,plays,finished,watchedMs,userId,itemId', 24],
    ['days-of-week', 'weekday,group,plays,finished,watchedMs,userId,itemId', 7],
    ['streams', 'from,streams', 1],
    ['users', 'from,users', 1],
  ])('have parts of their own, such as %s', async (part, expected, length) => {
    const filter = encodeURIComponent(JSON.stringify({ users: [home.ids['Olga']] }))
    for (const accept of ['text/csv', '*/*']) {
      const path = `/play-statistics/${part}?bucket=YEAR&filter=${filter}`
      const { status, headers, text } = await csv(path, { accept })
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('csv')])
      const name = `play-statistics-${part}.csv`
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
      const [header, ...rows] = rowsOf(text)
      expect([header, rows.length]).toEqual([expected, length])
      const column = { 'hours-of-day': 2, 'days-of-week': 2, streams: 1, users: 1 }[part]!
      const sum = rows.reduce((all, row) => all + Number(row.split(',')[column]), 0)
      expect(sum).toBe(length === 1 ? 1 : 3)
    }
    expect((await csv(`/play-statistics/${part}?bucket=LUCK`)).status).toBe(400)
  })

  it.each([
    ['/top-titles?first=2', 'id,kind,name,plays,finished,watchedMs,users', 2],
    ['/top-titles', 'id,kind,name,plays,finished,watchedMs,users', 3],
    ['/top-clients', 'name,plays,finished,watchedMs,users', 1],
    ['/top-genres', 'name,plays,finished,watchedMs,users', 0],
    ['/top-people', 'name,plays,finished,watchedMs,users', 0],
  ])('list what was watched most at %s', async (path, expected, least) => {
    const { status, headers, text } = await csv(path)
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('csv')])
    const [header, ...rows] = rowsOf(text)
    expect(header).toBe(expected)
    const { body } = await request(`/rest${path}`, { auth })
    const asJson = body as unknown as { name: string; plays: number; users: number }[]
    expect(asJson.length).toBeGreaterThanOrEqual(least)
    const columns = rows.map((row) => row.split(','))
    expect(columns.map((row) => [...row.slice(-5, -3), row.at(-1)])).toEqual(
      asJson.map(({ name, plays, users }) => [name, String(plays), String(users)]),
    )
  })

  it('refuse as JSON does', async () => {
    expect((await csv('/top-titles?first=0')).status).toBe(400)
    expect((await csv('/top-clients?by=LUCK')).status).toBe(400)
  })

  it('are named in the description of the paths that have them', async () => {
    const { body } = await request('/rest/openapi.json')
    type Described = { get?: { responses: { '200': { content: object } } } }
    const { paths } = body as unknown as { paths: Record<string, Described> }
    const named = Object.keys(paths).filter((path) => {
      const content = paths[path]!.get?.responses['200'].content ?? {}
      return 'text/csv' in content
    })
    expect(named.toSorted()).toEqual([
      '/play-statistics',
      '/play-statistics/days-of-week',
      '/play-statistics/hours-of-day',
      '/play-statistics/streams',
      '/play-statistics/users',
      '/plays',
      '/top-clients',
      '/top-genres',
      '/top-people',
      '/top-titles',
    ])
    for (const path of named) {
      expect((await csv(path)).headers.get('content-type')).toContain('text/csv')
    }
  })

  it('are there for a dashboard with a token, of its scope alone', async () => {
    const { authorization } = await createAccessToken(home.service, auth, { scopes: ['ACTIVITY'] })
    const other = await createAccessToken(home.service, auth, { scopes: ['HEALTH'] })
    const accept = 'text/csv'
    const ask = (value: string) =>
      request('/rest/plays', { headers: { accept, authorization: value } })
    expect((await ask(authorization)).status).toBe(200)
    expect((await ask(other.authorization)).status).toBe(403)
  })

  it('stay JSON for everybody else', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/csv;q=0.5']) {
      const { headers } = await request('/rest/plays', { auth, headers: { accept } })
      expect(headers.get('content-type')).toContain('json')
    }
  })
})

it.each([
  ['text/csv', true],
  ['TEXT/CSV; charset=utf-8', true],
  ['text/csv, application/json;q=0.9', true],
  ['text/csv;q=0.9, */*;q=0.1', true],
  ['text/csv;q=0', false],
  ['application/json, text/csv;q=0.9', false],
  ['text/*', false],
  ['*/*', false],
  [undefined, false],
])('Accept %s asks for CSV: %s', (accept, expected) => {
  expect(prefersCsv(accept)).toBe(expected)
})

it.each([
  [['a', 1, true, null, undefined], 'a,1,true,,'],
  [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"'],
  [['=1+1', '+1', '-1', '@x', '\tx'], "'=1+1,'+1,'-1,'@x,'\tx"],
  [['=1,2', -5], `"'=1,2",-5`],
  [['＝1+1', '\n=1'], `'＝1+1,"'\n=1"`],
])('The cells %j are the line %j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})
