import { Readable } from 'node:stream'
import type { GraphQLSchema } from 'graphql'
import { kebab } from './kebab.ts'
import { readQueryArgument } from './sofa-arguments.ts'

export const csvQueries = [
  'plays',
  'playStatistics',
  'topTitles',
  'topGenres',
  'topPeople',
  'topClients',
] as const
/** Parts of an answer that have a table of their own, which is always CSV. */
export const csvParts = {
  playStatistics: ['hoursOfDay', 'daysOfWeek', 'streams', 'users'],
} as const satisfies Partial<Record<(typeof csvQueries)[number], readonly string[]>>
export type CsvQuery = (typeof csvQueries)[number]

export function partPath(query: string, part: string): string {
  return `/${kebab(query)}/${kebab(part)}`
}

export type Cell = string | number | boolean | null | undefined

/** Text that a spreadsheet would take for a formula; some take wide signs for it, too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of RFC 4180. Texts that would be formulas begin with an apostrophe, which spreadsheets do not show. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** Whether a client would rather have CSV than JSON. */
export function prefersCsv(accept: string | undefined): boolean {
  const csv = qualityOf(accept ?? '', 'text/csv')
  return csv > 0 && csv >= qualityOf(accept ?? '', 'application/json') && isNamed(accept ?? '')
}

const isNamed = (accept: string): boolean => /\btext\/csv\b/i.test(accept)

/** The quality of the most specific range; 0 if not accepted. */
function qualityOf(accept: string, type: string): number {
  const ranges = [type, type.replace(/\/.*/, '/*'), '*/*']
  const found = accept.split(',').flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const exactness = ranges.indexOf(range)
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return exactness === -1 ? [] : { exactness, quality: Number(weight ?? 1) || 0 }
  })
  return found.toSorted((a, b) => a.exactness - b.exactness)[0]?.quality ?? 0
}

/** The arguments of a query in an address. Throws a GraphQLError that names the wrong one. */
export function argumentsOf(
  schema: GraphQLSchema,
  query: string,
  search: string,
): Record<string, unknown> {
  const given = new URLSearchParams(search)
  const { args } = schema.getQueryType()!.getFields()[query]!
  return Object.fromEntries(
    args.flatMap(({ name, type }) => {
      const value = readQueryArgument(given, name, type)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** An answer whose lines are made as they are read. */
export function csvResponse(lines: AsyncIterable<string>, fileName: string): Response {
  const body = Readable.toWeb(Readable.from(lines, { objectMode: false, highWaterMark: 2 ** 16 }))
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
      vary: 'accept, authorization',
    },
  })
}
