// `npm run bench`: how fast the service is, and how much memory it takes, as a table.
//   --quick        fewer rounds, and no plays, which take long to load; fails only where a figure is more than three times off its target
//   --only <row>   one row of work, by its name
//   BENCH_INPUT    a folder with addon-server.mjs, to be used instead of the bench's own sources
//   BENCH_NAMES    a folder with visible.jsonl and score.mjs, for the accuracy of reading release names
//   BENCH_HISTORY  rows in the table of the history (100000 for --quick, else 1000000; 10000000 takes minutes to load)
//   BENCH_PLAYS    plays of twenty users over five years (200000 for --quick, else 10000000)
//   BENCH_PLAYS_FOLDER a folder that `npm run bench:load-plays` made, so that they are not loaded again
//   BENCH_DATABASE a database of MySQL or MariaDB, made empty, in place of SQLite for the history
//   BENCH_ANIME    a folder with anime lists as their projects publish them, for look-ups and refreshes
import { parseArgs } from 'node:util'
import { startBaseline } from './baseline.ts'
import { history } from './rows/history.ts'
import { home } from './rows/home.ts'
import { anime } from './rows/anime.ts'
import { names } from './rows/names.ts'
import { overhead } from './rows/overhead.ts'
import { playback } from './rows/playback.ts'
import { plays } from './rows/plays.ts'
import { proxy } from './rows/proxy.ts'
import { reports } from './rows/reports.ts'
import type { Bench, Row } from './rows/row.ts'
import { searchRich } from './rows/search-rich.ts'
import { searchSmall } from './rows/search-small.ts'
import { segments } from './rows/segments.ts'
import { signIn } from './rows/sign-in.ts'
import { start } from './rows/start.ts'
import { throughput } from './rows/throughput.ts'
import { formatTable, strain, type Figure } from './table.ts'
import { uploads } from './rows/uploads.ts'
import { startUpstream } from './upstream.ts'

const rows: Readonly<Record<string, Row>> = {
  search: searchRich,
  small: searchSmall,
  throughput,
  'sign-in': signIn,
  home,
  playback,
  reports,
  segments,
  history,
  plays,
  uploads,
  proxy,
  names,
  anime,
  start,
  overhead,
}

const longestMs = { quick: 300_000, whole: 3_600_000 }
const grossStrain = 3

function chooseRows(only: string | undefined, quick: boolean): Row[] {
  if (only === undefined) return Object.values(rows).filter((row) => !quick || row !== plays)
  const row = rows[only]
  if (row) return [row]
  console.error(`There is no row ${only}; there are ${Object.keys(rows).join(', ')}.`)
  return process.exit(2)
}

async function measure(chosen: readonly Row[], quick: boolean): Promise<Figure[]> {
  const upstream = await startUpstream(process.env['BENCH_INPUT'] || undefined)
  const baseline = await startBaseline(upstream.url)
  const namesFolder = process.env['BENCH_NAMES'] || undefined
  const animeFolder = process.env['BENCH_ANIME'] || undefined
  const bench: Bench = { upstream, baseline, quick, namesFolder, animeFolder }
  const figures: Figure[] = []
  for (const row of chosen) figures.push(...(await row(bench)))
  await Promise.all([upstream.stop(), baseline.stop()])
  return figures
}

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const { quick } = values
const cutOff = setTimeout(
  () => {
    console.error('The bench takes too long; it is given up.')
    process.exit(1)
  },
  quick ? longestMs.quick : longestMs.whole,
)
try {
  const figures = await measure(chooseRows(values.only, quick), quick)
  console.log(formatTable(figures))
  const missed = figures.filter((figure) => strain(figure) > (quick ? grossStrain : 1))
  if (quick && missed.length > 0) process.exitCode = 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  clearTimeout(cutOff)
}
// Whatever half-stopped parts still hold the process open.
process.exit()
