import { richConfiguration } from '../configurations.ts'
import { median } from '../numbers.ts'
import { withService } from '../service.ts'
import { idOf, prepareAnswers } from '../upstream.ts'
import type { Row } from './row.ts'

const count = 1_000

const holdSearch = `query ($id: String!) { search(type: "movie", id: $id, explain: true) { explanation { held } } }`
/** As the page of rules shows what a change does. */
const previewRules = `query ($rules: SearchRules!, $held: ID) {
  previewRules(rules: $rules, held: $held) {
    explanation {
      kept
      dropped
      streams(outcome: KEPT, first: 50) {
        place
        result { filename folderName name description addon size }
        lead { by path own other }
        drop { step path reason winner winnerDrop { step path reason } }
      }
    }
  }
}`

/** How soon a person who changes a rule sees what it does to a search that was made. */
export const preview: Row = async ({ upstream, quick }) => {
  await prepareAnswers(upstream, 1, count, 'movie')
  return withService(async (service) => {
    const { sources, ...rules } = richConfiguration(upstream.url, 1, count)
    const user = await service.createUser({ sources, ...rules })
    const ask = async (query: string, variables: object) => {
      const answer = await service.post('/graphql', { query, variables }, user)
      const { data, errors } = JSON.parse(answer.body) as { data: Data; errors?: unknown }
      if (errors) throw new Error(answer.body.slice(0, 300))
      return { ms: answer.ms, data }
    }
    const { search } = (await ask(holdSearch, { id: idOf(0, 'movie') })).data
    const times: number[] = []
    const rounds = quick ? 10 : 40
    for (let round = -5; round < rounds; round++) {
      // Each is a change; what was tried before is not asked again.
      const size = { max: 1e9 + (round + 5) * 1e9 }
      const changed = { ...rules, filters: { ...rules.filters, size } }
      const { ms, data } = await ask(previewRules, {
        rules: changed,
        held: search.explanation.held,
      })
      const { kept, dropped } = data.previewRules.explanation
      if (kept + dropped < count / 2) throw new Error(`only ${kept + dropped} streams were ranked`)
      if (round >= 0) times.push(ms)
    }
    return [
      {
        work: `rules changed, ${count} streams ranked anew`,
        measured: median(times),
        unit: 'ms',
        target: { most: 100 },
      },
    ]
  })
}

type Data = {
  readonly search: { readonly explanation: { readonly held: string } }
  readonly previewRules: {
    readonly explanation: { readonly kept: number; readonly dropped: number }
  }
}
