// `npm run bench`: how fast the service is, and how much memory it takes, as a table.
//   --quick        fewer rounds and rows of data; fails only where a steady figure, such as memory, misses its target, or another
//                  one is more than three times off
//   --only <row>   one row of work, by its name
//   --json <file>  keeps the figures in a file
//   --against <file> lists what is more than 5 % worse than such a file says, and fails if anything is
//   BENCH_INPUT    a folder with addon-server.mjs, to be used instead of the bench's own sources
//   BENCH_NAMES    a folder with visible.jsonl and score.mjs, for the accuracy of reading release names
//   BENCH_HISTORY  rows in the table of the history (100000 for --quick, else 1000000; 10000000 takes minutes to load)
//   BENCH_PLAYS    plays of twenty users over five years (200000 for --quick, else 10000000)
//   BENCH_PLAYS_FOLDER a folder that `npm run bench:load-plays` made, so that they are not loaded again
//   BENCH_DATABASE a database of MySQL or MariaDB, made empty, in place of SQLite for the history and the plays
//   BENCH_ANIME    a folder with anime lists as their projects publish them, for look-ups and refreshes
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startBaseline } from './baseline.ts'
import { worseThan } from './compare.ts'
import type { KeptRun } from './compare.ts'
import { history } from './rows/history.ts'
import { home } from './rows/home.ts'
import { anime } from './rows/anime.ts'
import { catalogs } from './rows/catalogs.ts'
import { names } from './rows/names.ts'
import { overhead } from './rows/overhead.ts'
import { pages } from './rows/pages.ts'
import { pictures } from './rows/pictures.ts'
import { playback } from './rows/playback.ts'
import { plays } from './rows/plays.ts'
import { preview } from './rows/preview.ts'
import { proxy } from './rows/proxy.ts'
import { reports } from './rows/reports.ts'
import type { Bench, Row } from './rows/row.ts'
import { searchRich } from './rows/search-rich.ts'
import { searchSmall } from './rows/search-small.ts'
import { segments } from './rows/segments.ts'
import { sourceHealth } from './rows/source-health.ts'
import { signIn } from './rows/sign-in.ts'
import { start } from './rows/start.ts'
import { throughput } from './rows/throughput.ts'
import { formatTable, strain, type Figure } from './table.ts'
import { uploads } from './rows/uploads.ts'
import { startUpstream } from './upstream.ts'

const rows: Readonly<Record<string, Row>> = {
  search: searchRich,
  small: searchSmall,
  preview,
  throughput,
  'sign-in': signIn,
  home,
  pages,
  playback,
  pictures,
  reports,
  segments,
  catalogs,
  history,
  plays,
  'source-health': sourceHealth,
  uploads,
  proxy,
  names,
  anime,
  start,
  overhead,
}

const longestMs = { quick: 480_000, whole: 3_600_000 }
const grossStrain = 3

type NamedRow = readonly [name: string, row: Row]

function chooseRows(only: string | undefined): NamedRow[] {
  if (only === undefined) return Object.entries(rows)
  const row = rows[only]
  if (row) return [[only, row]]
  console.error(`There is no row ${only}; there are ${Object.keys(rows).join(', ')}.`)
  return process.exit(2)
}

async function measure(chosen: readonly NamedRow[], quick: boolean): Promise<KeptRun> {
  const upstream = await startUpstream(process.env['BENCH_INPUT'] || undefined)
  const baseline = await startBaseline(upstream.url)
  const namesFolder = process.env['BENCH_NAMES'] || undefined
  const animeFolder = process.env['BENCH_ANIME'] || undefined
  const bench: Bench = { upstream, baseline, quick, namesFolder, animeFolder }
  const measured: Record<string, readonly Figure[]> = {}
  for (const [name, row] of chosen) {
    const since = performance.now()
    measured[name] = await row(bench)
    console.error(`${name}: ${((performance.now() - since) / 1000).toFixed(1)} s`)
  }
  await Promise.all([upstream.stop(), baseline.stop()])
  return { quick, rows: measured }
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    against: { type: 'string' },
  },
})
const { quick, json, against } = values
// Before hours of work: the file may be missing, and --json may name the same one.
const before = against === undefined ? null : (JSON.parse(readFileSync(against, 'utf8')) as KeptRun)
const cutOff = setTimeout(
  () => {
    console.error('The bench takes too long; it is given up.')
    process.exit(1)
  },
  quick ? longestMs.quick : longestMs.whole,
)
try {
  const now = await measure(chooseRows(values.only), quick)
  const figures = Object.values(now.rows).flat()
  console.log(formatTable(figures))
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(now, null, 2)}\n`)
  const worse = before === null ? [] : worseThan(before, now)
  if (worse.length > 0) {
    console.error(`Worse than before:\n${worse.join('\n')}`)
    process.exitCode = 1
  }
  const mostStrain = ({ isSteady }: Figure) => (quick && !isSteady ? grossStrain : 1)
  const missed = figures.filter((figure) => strain(figure) > mostStrain(figure))
  if (quick && missed.length > 0) {
    console.error(`Missed: ${missed.map(({ work }) => work).join('; ')}`)
    process.exitCode = 1
  }
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  clearTimeout(cutOff)
}
// Whatever half-stopped parts still hold the process open.
process.exit()
