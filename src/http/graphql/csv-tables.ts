import type { GraphQLSchema } from 'graphql'
import type { Caller } from '../caller.ts'
import {
  PlayHourRowsDocument,
  PlayRowsDocument,
  PlayStatisticsRowsDocument,
  PlayStreamRowsDocument,
  PlayUserRowsDocument,
  PlayWeekdayRowsDocument,
  TopClientRowsDocument,
  TopGenreRowsDocument,
  TopPeopleRowsDocument,
  TopTitleRowsDocument,
} from '../documents/documents.ts'
import type {
  PlayHourRowsQuery,
  PlayRowsQuery,
  PlayStatisticsRowsQuery,
  PlayStreamRowsQuery,
  PlayUserRowsQuery,
  PlayWeekdayRowsQuery,
  TopGenreRowsQuery,
  TopTitleRowsQuery,
} from '../documents/documents.ts'
import { compileDocument } from '../documents/runner.ts'
import { argumentsOf, csvLine, csvParts, csvQueries, csvResponse, partPath } from './csv.ts'
import type { Cell, CsvQuery } from './csv.ts'
import { kebab } from './kebab.ts'

/** `open` verifies the caller anew for each page, so that a long answer ends with the access. */
export type CsvTable = (search: string, open: () => Caller) => Promise<Response>

const pageSize = 500

type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>
type Bucket = PlayStatisticsRowsQuery['playStatistics']['buckets'][number]
type Count = Omit<Bucket, 'from'>
type TopTitle = TopTitleRowsQuery['topTitles'][number]
type TopName = TopGenreRowsQuery['topGenres'][number]

const countColumns: Columns<Count> = {
  group: ({ group }) => group,
  plays: ({ plays }) => plays,
  finished: ({ finished }) => finished,
  watchedMs: ({ watchedMs }) => watchedMs,
  userId: ({ userId }) => userId,
  itemId: ({ itemId }) => itemId,
}

const statisticsColumns: Columns<Bucket> = { from: ({ from }) => from, ...countColumns }

const hourColumns: Columns<PlayHourRowsQuery['playStatistics']['hoursOfDay'][number]> = {
  hour: ({ hour }) => hour,
  ...countColumns,
}

const weekdayColumns: Columns<PlayWeekdayRowsQuery['playStatistics']['daysOfWeek'][number]> = {
  weekday: ({ weekday }) => weekday,
  ...countColumns,
}

const streamColumns: Columns<PlayStreamRowsQuery['playStatistics']['streams'][number]> = {
  from: ({ from }) => from,
  streams: ({ streams }) => streams,
}

const userColumns: Columns<PlayUserRowsQuery['playStatistics']['users'][number]> = {
  from: ({ from }) => from,
  users: ({ users }) => users,
}

const nameColumns: Columns<TopName> = {
  name: ({ name }) => name,
  plays: ({ plays }) => plays,
  finished: ({ finished }) => finished,
  watchedMs: ({ watchedMs }) => watchedMs,
  users: ({ users }) => users,
}

const titleColumns: Columns<TopTitle> = {
  id: ({ item }) => item?.id,
  kind: ({ item }) => item?.kind,
  name: ({ name }) => name,
  plays: ({ plays }) => plays,
  finished: ({ finished }) => finished,
  watchedMs: ({ watchedMs }) => watchedMs,
  users: ({ users }) => users,
}

const playColumns: Columns<PlayRowsQuery['plays']['nodes'][number]> = {
  id: ({ id }) => id,
  startedAt: ({ startedAt }) => startedAt,
  endedAt: ({ endedAt }) => endedAt,
  userId: ({ user }) => user.id,
  user: ({ user }) => user.name,
  kind: ({ kind }) => kind,
  name: ({ item }) => item?.name,
  series: ({ item }) => item?.seriesName,
  season: ({ item }) => item?.season,
  episode: ({ item }) => item?.episode,
  watchedMs: ({ watchedMs }) => watchedMs,
  firstPositionMs: ({ firstPositionMs }) => firstPositionMs,
  lastPositionMs: ({ lastPositionMs }) => lastPositionMs,
  durationMs: ({ durationMs }) => durationMs,
  finished: ({ finished }) => finished,
  client: ({ client }) => client,
  device: ({ device }) => device,
  deviceId: ({ deviceId }) => deviceId,
  version: ({ version }) => version?.name,
  resolution: ({ version }) => version?.resolution,
  source: ({ version }) => version?.source,
  service: ({ version }) => version?.service,
  delivery: ({ delivery }) => delivery,
  origin: ({ origin }) => origin,
  tracker: ({ tracker }) => tracker,
  itemId: ({ item }) => item?.id,
  seriesId: ({ item }) => item?.seriesId,
}

/** The queries that answer CSV, by their paths below `/rest`. */
export function createCsvTables(schema: GraphQLSchema): ReadonlyMap<string, CsvTable> {
  const statistics = compileDocument(schema, PlayStatisticsRowsDocument)
  const titles = compileDocument(schema, TopTitleRowsDocument)
  const genres = compileDocument(schema, TopGenreRowsDocument)
  const people = compileDocument(schema, TopPeopleRowsDocument)
  const clients = compileDocument(schema, TopClientRowsDocument)
  const tables: Readonly<Record<CsvQuery, CsvTable>> = {
    plays: playsTable(schema),
    playStatistics: rowsTable(
      schema,
      ['playStatistics'],
      statisticsColumns,
      async (caller, args) => {
        return (await statistics(caller, args)).playStatistics.buckets
      },
    ),
    topTitles: rowsTable(schema, ['topTitles'], titleColumns, async (caller, args) => {
      return (await titles(caller, args)).topTitles
    }),
    topGenres: rowsTable(schema, ['topGenres'], nameColumns, async (caller, args) => {
      return (await genres(caller, args)).topGenres
    }),
    topPeople: rowsTable(schema, ['topPeople'], nameColumns, async (caller, args) => {
      return (await people(caller, args)).topPeople
    }),
    topClients: rowsTable(schema, ['topClients'], nameColumns, async (caller, args) => {
      return (await clients(caller, args)).topClients
    }),
  }
  const byPath = csvQueries.map((name) => [`/${kebab(name)}`, tables[name]] as const)
  return new Map([...byPath, ['/playStatistics', tables.playStatistics]])
}

type Part = (typeof csvParts)['playStatistics'][number]

/** Parts of statistics, by their paths below `/rest`. */
export function createCsvParts(schema: GraphQLSchema): ReadonlyMap<string, CsvTable> {
  const hours = compileDocument(schema, PlayHourRowsDocument)
  const weekdays = compileDocument(schema, PlayWeekdayRowsDocument)
  const streams = compileDocument(schema, PlayStreamRowsDocument)
  const users = compileDocument(schema, PlayUserRowsDocument)
  const query = 'playStatistics'
  const tables: Readonly<Record<Part, CsvTable>> = {
    hoursOfDay: rowsTable(schema, [query, 'hoursOfDay'], hourColumns, async (caller, args) => {
      return (await hours(caller, args)).playStatistics.hoursOfDay
    }),
    daysOfWeek: rowsTable(schema, [query, 'daysOfWeek'], weekdayColumns, async (caller, args) => {
      return (await weekdays(caller, args)).playStatistics.daysOfWeek
    }),
    streams: rowsTable(schema, [query, 'streams'], streamColumns, async (caller, args) => {
      return (await streams(caller, args)).playStatistics.streams
    }),
    users: rowsTable(schema, [query, 'users'], userColumns, async (caller, args) => {
      return (await users(caller, args)).playStatistics.users
    }),
  }
  return new Map(csvParts[query].map((part) => [partPath(query, part), tables[part]]))
}

/** Every play that fits, or as many as `first` or `last` says. */
function playsTable(schema: GraphQLSchema): CsvTable {
  const run = compileDocument(schema, PlayRowsDocument)
  const cells = Object.values(playColumns)

  return async (search, open) => {
    const given = argumentsOf(schema, 'plays', search)
    const isOnePage = given['first'] != null || given['last'] != null
    const page = async (after: string | null) =>
      (
        await run(open(), {
          ...(!isOnePage && { first: pageSize }),
          ...given,
          ...(after !== null && { after }),
        })
      ).plays
    const begin = await page(null)

    async function* lines(): AsyncGenerator<string> {
      yield csvLine(Object.keys(playColumns))
      let { nodes, pageInfo } = begin
      for (;;) {
        yield nodes.map((play) => csvLine(cells.map((cell) => cell(play)))).join('')
        if (isOnePage || !pageInfo.hasNextPage || nodes.length === 0) return
        ;({ nodes, pageInfo } = await page(pageInfo.endCursor ?? null))
      }
    }
    return csvResponse(lines(), 'plays.csv')
  }
}

/** A query whose answer is a list that fits into memory. */
function rowsTable<Row>(
  schema: GraphQLSchema,
  names: readonly [CsvQuery] | readonly [CsvQuery, Part],
  columns: Columns<Row>,
  read: (caller: Caller, args: Record<string, unknown>) => Promise<readonly Row[]>,
): CsvTable {
  const cells = Object.values(columns)

  return async (search, open) => {
    const rows = await read(open(), argumentsOf(schema, names[0], search))

    async function* lines(): AsyncGenerator<string> {
      yield csvLine(Object.keys(columns))
      for (const row of rows) yield csvLine(cells.map((cell) => cell(row)))
    }
    return csvResponse(lines(), `${names.map(kebab).join('-')}.csv`)
  }
}
