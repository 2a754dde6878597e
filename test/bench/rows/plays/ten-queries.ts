import { readFileSync } from 'node:fs'
import { blocksOf } from '../../../docs/blocks.ts'
import { median } from '../../numbers.ts'
import type { Account, RunningService } from '../../service.ts'
import type { Figure } from '../../table.ts'

const guide = readFileSync(new URL('../../../../docs/dashboards.md', import.meta.url), 'utf8')

/** The queries of the guide for dashboards, asked together as a page asks them. */
export async function tenQueries(
  service: RunningService,
  account: Account,
  rounds: number,
): Promise<Figure> {
  const queries = blocksOf(guide).flatMap(({ language, text }) =>
    language === 'graphql' ? [text] : [],
  )
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    const answers = await Promise.all(
      queries.map((query) => service.post('/graphql', { query }, account)),
    )
    if (round >= 3) times.push(performance.now() - started)
    const refused = answers.find(({ body }) => body.includes('"errors"'))
    if (refused) throw new Error(`a query of the guide: ${refused.body.slice(0, 500)}`)
  }
  const work = `a dashboard's page of ${queries.length} queries`
  return { work, measured: median(times), unit: 'ms', target: { most: 100 } }
}
