import type { GraphQLSchema } from 'graphql'
import type { Caller } from '../caller.ts'
import { PlayRowsDocument, PlayStatisticsRowsDocument } from '../documents/documents.ts'
import type { PlayRowsQuery } from '../documents/documents.ts'
import { compileDocument } from '../documents/runner.ts'
import { argumentsOf, csvLine, csvResponse } from './csv.ts'
import type { Cell } from './csv.ts'

/** `open` verifies the caller anew for each page, so that a long answer ends with the access. */
export type CsvTable = (search: string, open: () => Caller) => Promise<Response>

const pageSize = 500

type PlayRow = PlayRowsQuery['plays']['nodes'][number]

const playColumns: Readonly<Record<string, (play: PlayRow) => Cell>> = {
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
}

/** The queries that answer CSV, by their paths below `/rest`. */
export function createCsvTables(schema: GraphQLSchema): ReadonlyMap<string, CsvTable> {
  const plays = playsTable(schema)
  const statistics = statisticsTable(schema)
  return new Map([
    ['/plays', plays],
    ['/play-statistics', statistics],
    ['/playStatistics', statistics],
  ])
}

/** Every play that fits, or as many as `first` says. */
function playsTable(schema: GraphQLSchema): CsvTable {
  const run = compileDocument(schema, PlayRowsDocument)
  const cells = Object.values(playColumns)

  return async (search, open) => {
    const { first, ...given } = argumentsOf(schema, 'plays', search)
    const page = async (after: string | null) =>
      (
        await run(open(), {
          ...given,
          ...(after !== null && { after }),
          first: (first as number) ?? pageSize,
        })
      ).plays
    const begin = await page(null)

    async function* lines(): AsyncGenerator<string> {
      yield csvLine(Object.keys(playColumns))
      let { nodes, pageInfo } = begin
      for (;;) {
        yield nodes.map((play) => csvLine(cells.map((cell) => cell(play)))).join('')
        if (first !== undefined || !pageInfo.hasNextPage) return
        ;({ nodes, pageInfo } = await page(pageInfo.endCursor ?? null))
      }
    }
    return csvResponse(lines(), 'plays.csv')
  }
}

function statisticsTable(schema: GraphQLSchema): CsvTable {
  const run = compileDocument(schema, PlayStatisticsRowsDocument)

  return async (search, open) => {
    const { playStatistics } = await run(open(), argumentsOf(schema, 'playStatistics', search))

    async function* lines(): AsyncGenerator<string> {
      yield csvLine(['from', 'group', 'plays', 'finished', 'watchedMs'])
      for (const { from, group, plays, finished, watchedMs } of playStatistics.buckets) {
        yield csvLine([from, group, plays, finished, watchedMs])
      }
    }
    return csvResponse(lines(), 'play-statistics.csv')
  }
}
