import { median } from '../numbers.ts'
import { startService } from '../service.ts'
import type { RunningService } from '../service.ts'
import type { Figure } from '../table.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { databaseEnv, makePlaysFolder, readPlaysFolder } from './plays/folder.ts'
import type { LoadedPlays } from './plays/folder.ts'
import { foldOfOneDay } from './plays/one-day.ts'
import { tenQueries } from './plays/ten-queries.ts'
import type { Row } from './row.ts'

const dayMs = 86_400_000
const pageSize = 50

type Question = {
  readonly work: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly most: number
}

/** What a dashboard asks of the plays of twenty users over five years, over GraphQL. */
export const plays: Row = async ({ quick }) => {
  const named = process.env['BENCH_PLAYS_FOLDER'] || undefined
  const dataDir = named ?? makeTemporaryFolder()
  const count = Number(process.env['BENCH_PLAYS'] || (quick ? 200_000 : 10_000_000))
  const url = process.env['BENCH_DATABASE'] || null
  const loaded = readPlaysFolder(dataDir) ?? (await makePlaysFolder(dataDir, count, url))
  const service = await startService(dataDir, databaseEnv(url))
  const figures: Figure[] = []
  try {
    for (const question of questionsOf(loaded)) {
      figures.push(await timeOf(service, loaded, question, quick))
    }
    figures.push(await deepPage(service, loaded, quick))
    figures.push(await tenQueries(service, loaded.account, quick ? 8 : 20))
  } finally {
    await service.stop()
  }
  figures.push(...(await foldOfOneDay(quick ? 20_000 : 100_000)))
  return figures
}

function questionsOf({ loadedAt, count }: LoadedPlays): readonly Question[] {
  const at = (days: number) => new Date(loadedAt - days * dayMs).toISOString()
  const buckets = '{ buckets { from plays finished watchedMs group } }'
  const statistics = (bucket: string, groupBy: string) =>
    `query ($filter: ActivityFilter) { playStatistics(filter: $filter, bucket: ${bucket}, timeZone: "Europe/Berlin"${groupBy}) ${buckets} }`
  const many = `at ${count.toLocaleString('en')} plays`
  const history = `query ($filter: ActivityFilter) { history(filter: $filter, first: ${pageSize}) { edges { node { lastPlayedAt } } } }`
  const topTitles =
    'query ($filter: ActivityFilter) { topTitles(filter: $filter, first: 10) { name plays watchedMs item { name } } }'
  return [
    {
      work: `statistics of one year by day and user, ${many}`,
      query: statistics('DAY', ', groupBy: USER'),
      variables: { filter: { from: at(365), to: at(0) } },
      most: 30,
    },
    {
      work: 'statistics of five years by month',
      query: statistics('MONTH', ''),
      variables: {},
      most: 30,
    },
    {
      work: 'five years by hour of the day',
      query:
        'query { playStatistics(bucket: YEAR, timeZone: "Europe/Berlin") { hoursOfDay { hour plays watchedMs } } }',
      variables: {},
      most: 30,
    },
    {
      work: 'titles watched most in 30 days',
      query: topTitles,
      variables: { filter: { from: at(30), to: at(0) } },
      most: 20,
    },
    { work: 'titles watched most of all time', query: topTitles, variables: {}, most: 60 },
    {
      work: `history by text, kind and dates, first page of ${pageSize}`,
      query: history,
      variables: { filter: { text: 'show 12', kinds: ['EPISODE'], from: at(4_000), to: at(0) } },
      most: 10,
    },
    {
      work: `plays by text, kind and dates, first page of ${pageSize}`,
      query: `query ($filter: ActivityFilter) { plays(filter: $filter, first: ${pageSize}) { edges { node { startedAt } } } }`,
      variables: { filter: { text: 'show 12', kinds: ['EPISODE'], from: at(900), to: at(0) } },
      most: 10,
    },
  ]
}

async function timeOf(
  service: RunningService,
  { account }: LoadedPlays,
  { work, query, variables, most }: Question,
  quick: boolean,
): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < (quick ? 8 : 20); round++) {
    const { ms, body } = await service.post('/graphql', { query, variables }, account)
    if (body.includes('"errors"')) throw new Error(`${work}: ${body.slice(0, 500)}`)
    if (round >= 3) times.push(ms)
  }
  return { work, measured: median(times), unit: 'ms', target: { most } }
}

/** Page 1,000 of the filtered history, or the last one; its place is found by the page before. */
async function deepPage(
  service: RunningService,
  loaded: LoadedPlays,
  quick: boolean,
): Promise<Figure> {
  const query = `query ($filter: ActivityFilter, $after: String) { history(filter: $filter, first: 500, after: $after) { edges { cursor } pageInfo { hasNextPage } } }`
  const filter = { text: 'show', kinds: ['EPISODE'], from: new Date(0).toISOString() }
  let after: string | null = null
  for (let read = 500; read < 1_000 * pageSize; read += 500) {
    const { body } = await service.post(
      '/graphql',
      { query, variables: { filter, after } },
      loaded.account,
    )
    const { history } = (JSON.parse(body) as { data: { history: Page } }).data
    if (!history.pageInfo.hasNextPage) break
    after = history.edges.at(-1)!.cursor
  }
  const page = query.replace('first: 500', `first: ${pageSize}`)
  const work = 'the same of the history, page 1,000'
  return timeOf(
    service,
    loaded,
    { work, query: page, variables: { filter, after }, most: 10 },
    quick,
  )
}

type Page = {
  readonly edges: readonly { readonly cursor: string }[]
  readonly pageInfo: { readonly hasNextPage: boolean }
}
