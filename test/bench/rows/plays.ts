import { median } from '../numbers.ts'
import { startLibrary } from '../library.ts'
import { withService } from '../service.ts'
import type { RunningService } from '../service.ts'
import type { Figure } from '../table.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { databaseEnv, makePlaysFolder, readPlaysFolder } from './plays/folder.ts'
import type { LoadedPlays } from './plays/folder.ts'
import { foldOfOneDay } from './plays/one-day.ts'
import { libraryTitles, requireFilled, tenQueries } from './plays/ten-queries.ts'
import { whilePlaysEnd } from './plays/while-plays-end.ts'
import type { Row } from './row.ts'

const dayMs = 86_400_000
const pageSize = 50
/** Of the pages that are read on the way to a far one; a divisor of what lies before it. */
const atOnce = 450

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
  const start = <T>(work: (service: RunningService) => Promise<T>) =>
    withService(work, dataDir, databaseEnv(url))
  const library = await startLibrary(1, libraryTitles, { port: loaded.libraryPort })
  const figures: Figure[] = []
  try {
    const questions = questionsOf(loaded)
    const works = [
      ...questions.map(
        (question) => (service: RunningService) => timeOf(service, loaded, question, quick),
      ),
      (service: RunningService) => deepPage(service, loaded, quick),
      (service: RunningService) => tenQueries(service, loaded.account, quick ? 8 : 20),
    ]
    // Each from a start of its own, where there is time for that.
    for (const group of quick ? [works] : works.map((work) => [work])) {
      await start(async (service) => {
        for (const work of group) figures.push(await work(service))
      })
    }
    const busy = {
      ...questions[0]!,
      work: 'statistics of one year by day and user, while plays end',
    }
    const ending = await start((service) =>
      whilePlaysEnd({ dataDir, url }, loaded, () => timeOf(service, loaded, busy, quick)),
    )
    figures.push(ending)
  } finally {
    await library.stop()
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
      work: 'five years of one app by resolution',
      query: statistics('YEAR', ', groupBy: RESOLUTION'),
      variables: { filter: { clients: ['One App'] } },
      most: 1_000,
    },
    {
      work: '30 days of one app by resolution',
      query: statistics('DAY', ', groupBy: RESOLUTION'),
      variables: { filter: { clients: ['One App'], from: at(30), to: at(0) } },
      most: 30,
    },
    {
      work: 'titles watched most in 30 days on one device',
      query: topTitles,
      variables: { filter: { devices: ['Phone'], from: at(30), to: at(0) } },
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
      variables: { filter: { text: 'show 12', kinds: ['EPISODE'], from: at(900), to: at(30) } },
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
  let first = 0
  for (let round = 0; round < (quick ? 8 : 20); round++) {
    const { ms, body } = await service.post('/graphql', { query, variables }, account)
    requireFilled(body)
    if (round === 0) first = ms
    if (round >= 3) times.push(ms)
  }
  const note = `the first ${first.toFixed(0)} ms`
  return { work, measured: median(times), unit: 'ms', target: { most }, note }
}

/** A page far into the filtered history; its place is found by the page before. */
async function deepPage(
  service: RunningService,
  loaded: LoadedPlays,
  quick: boolean,
): Promise<Figure> {
  const number = quick ? 100 : 1_000
  const query = `query ($filter: ActivityFilter, $after: String) { history(filter: $filter, first: ${atOnce}, after: $after) { edges { cursor node { lastPlayedAt } } pageInfo { hasNextPage } } }`
  const at = (days: number) => new Date(loaded.loadedAt - days * dayMs).toISOString()
  const filter = { text: 'show', kinds: ['EPISODE'], from: at(700), to: at(30) }
  let after: string | null = null
  for (let read = 0; read < (number - 1) * pageSize; read += atOnce) {
    const { body } = await service.post(
      '/graphql',
      { query, variables: { filter, after } },
      loaded.account,
    )
    const { history } = (JSON.parse(body) as { data: { history: Page } }).data
    if (!history.pageInfo.hasNextPage) throw new Error(`the history has no page ${number}`)
    after = history.edges.at(-1)!.cursor
  }
  const page = query.replace(`first: ${atOnce}`, `first: ${pageSize}`)
  const work = `history by text, kind and dates, page ${number.toLocaleString('en')}`
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
