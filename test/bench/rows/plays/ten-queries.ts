import { readFileSync } from 'node:fs'
import { blocksOf } from '../../../docs/blocks.ts'
import { signInApp, untilListed } from '../../library.ts'
import { median } from '../../numbers.ts'
import type { Account, RunningService } from '../../service.ts'
import type { Figure } from '../../table.ts'

const guide = readFileSync(new URL('../../../../docs/dashboards.md', import.meta.url), 'utf8')
/** Of the source of which a film plays. */
export const libraryTitles = 10
/** Numbers that are there without any play, too. */
const places: ReadonlySet<string> = new Set(['hour', 'weekday', 'busiestHour'])

/** Of what was played. */
const times: ReadonlySet<string> = new Set(['startedAt', 'lastPlayedAt'])

/** The queries of the guide for dashboards, asked together as a page asks them, while somebody watches. */
export async function tenQueries(
  service: RunningService,
  account: Account,
  rounds: number,
): Promise<Figure> {
  const queries = blocksOf(guide).flatMap(({ language, text }) =>
    language === 'graphql' ? [text] : [],
  )
  await playFilm(service, account)
  const took: number[] = []
  let first = 0
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    const answers = await Promise.all(
      queries.map((query) => service.post('/graphql', { query }, account)),
    )
    const ms = performance.now() - started
    if (round === 0) first = ms
    if (round >= 3) took.push(ms)
    for (const { body } of answers) requireFilled(body)
  }
  const work = `a dashboard's page of ${queries.length} queries`
  const note = `the first after the start ${first.toFixed(0)} ms`
  return { work, measured: median(took), unit: 'ms', target: { most: 100 }, note }
}

async function playFilm(service: RunningService, account: Account): Promise<void> {
  const app = await signInApp(service, account)
  await untilListed(service, app, libraryTitles)
  const path = `/Items?userId=${app.userId}&recursive=true&includeItemTypes=Movie&limit=1`
  const { Items } = JSON.parse((await service.get(path, app.headers)).body) as {
    Items: { Id: string }[]
  }
  const report = { ItemId: Items[0]!.Id, PositionTicks: 12_000_000_000 }
  await service.post('/Sessions/Playing', report, app.headers)
}

/** Throws where a part of an answer counts nothing. */
export function requireFilled(body: string): void {
  const { data, errors } = JSON.parse(body) as { data?: Record<string, unknown>; errors?: unknown }
  if (errors !== undefined || !data) throw new Error(`an answer is refused: ${body.slice(0, 500)}`)
  for (const [name, value] of Object.entries(data)) {
    if (!isFilled(value)) throw new Error(`${name} is empty: ${body.slice(0, 500)}`)
  }
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'number') return value > 0
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, own]) => {
    return times.has(name) ? typeof own === 'string' : !places.has(name) && isFilled(own)
  })
}
