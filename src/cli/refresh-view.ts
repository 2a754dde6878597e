import { animeLists } from '../anime/catalogue.ts'
import type { RefreshProgress, RefreshReport } from '../anime/refresh/report.ts'
import { counted } from '../core/counted.ts'
import type { AnimeSourceName } from '../model/anime.ts'

const barWidth = 20
const spinSteps = 10

type Screen = {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const phases = { fetch: 'fetching', read: 'read' } as const

/** Progress bars on a terminal, otherwise a line per finished list. */
export function createRefreshView(screen: Screen) {
  const rows = new Map<string, RefreshProgress>()
  let drawn = 0

  function draw(): void {
    const up = drawn > 0 ? `\u001B[${drawn}A` : ''
    screen.write(`${up}${[...rows.values()].map((row) => `\u001B[2K${barLine(row)}\n`).join('')}`)
    drawn = rows.size
  }

  return {
    update(progress: RefreshProgress): void {
      rows.set(`${progress.source} ${progress.address}`, progress)
      if (screen.isTTY) draw()
      else if (progress.phase === 'read') screen.write(`${plainLine(progress)}\n`)
    },
  }
}

function labelOf(source: AnimeSourceName): string {
  return source === 'overrides' ? 'corrections' : animeLists[source].label
}

function barLine(progress: RefreshProgress): string {
  const { source, phase, done, total, ms } = progress
  const bar =
    total === null
      ? spinner(ms)
      : '█'.repeat(Math.round((done / Math.max(1, total)) * barWidth)).padEnd(barWidth, '░')
  return `${labelOf(source).padEnd(28)} ${bar} ${amount(progress).padStart(16)} ${phases[phase].padEnd(8)} ${Math.round(ms)} ms`
}

function spinner(ms: number): string {
  const at = Math.floor(ms / 100) % spinSteps
  return `${'░'.repeat(at * 2)}██`.padEnd(barWidth, '░')
}

function plainLine(progress: RefreshProgress): string {
  const { source, address, ms, warning } = progress
  if (warning) return `${labelOf(source)}: ${warning} (${address})`
  return `${labelOf(source)}: ${amount(progress)} in ${Math.round(ms)} ms (${address})`
}

function amount({ phase, done }: RefreshProgress): string {
  return phase === 'fetch' ? `${Math.ceil(done / 1024)} KB` : `${done} records`
}

/** Warnings, the coverage of each list, and the total with its change since last time. */
export function describeReport(report: RefreshReport): string {
  const { feeds, coverage, entries, conflicts, changed, version, ms } = report
  const lists = feeds.flatMap(({ source, outcome, records, unreadable, coverage, warning }) => [
    `${labelOf(source)}: ${records} records, ${outcome}${unreadable > 0 ? `, ${unreadable} not understood` : ''}`,
    ...(Object.keys(coverage).length > 0 ? [`  ${spell(coverage)}`] : []),
    ...(warning ? [`  WARNING: ${warning}`] : []),
  ])
  const ids = coverage.map(
    ({ idType, count, change }) =>
      `  ${idType.padEnd(18)} ${String(count).padStart(6)}  ${change > 0 ? `+${change}` : change}`,
  )
  return [
    ...lists,
    '',
    `${entries} entries with, and change since last time:`,
    ...ids,
    `${counted(conflicts, 'conflict')} (npm run anime:conflicts lists them)`,
    `${changed ? 'New data' : 'Nothing has changed'}, version ${version}, ${(ms / 1000).toFixed(1)} s`,
  ].join('\n')
}

function spell(coverage: RefreshReport['feeds'][number]['coverage']): string {
  return Object.entries(coverage)
    .map(([type, count]) => `${type} ${count}`)
    .join(', ')
}
