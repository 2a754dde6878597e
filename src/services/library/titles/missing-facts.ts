import { createFactsWriter } from './title-facts.ts'
import { completeMeta } from './complete-meta.ts'
import { questionSource, toDetails } from './details.ts'
import type { DetailsOptions } from './details.ts'
import { nameKinds } from '../../../model/item-ref.ts'
import type { Household } from '../../../model/household.ts'
import type { PlayedTitle } from '../../../model/play-filter.ts'
import type { PlayStore } from '../../../model/play-store.ts'
import type { Source } from '../../../model/source.ts'
import { sourcesOf } from '../../configured-sources.ts'

export type FactsAnswer = 'found' | 'unknown' | 'failed'

const waitMs = 6_000

/** Asks for what is not known of titles that nobody has opened, such as imported ones. */
export function createMissingFacts(
  options: Pick<DetailsOptions, 'client' | 'translators'>,
  plays: Pick<PlayStore, 'learn'>,
) {
  const write = createFactsWriter(plays)

  async function hasMetas(source: Source, signal: AbortSignal): Promise<boolean> {
    if (source.resources?.includes('meta') === false) return false
    const { value } = await options.client.manifest(source, { signal })
    return value.resources.some(({ name }) => name === 'meta')
  }

  return {
    /** Whether any source tells more of titles. */
    async canAsk(household: Household, ends: AbortSignal): Promise<boolean> {
      const signal = AbortSignal.any([ends, AbortSignal.timeout(waitMs)])
      const asked = sourcesOf(household).map((source) => hasMetas(source, signal))
      return (await Promise.allSettled(asked)).some(
        (one) => one.status === 'fulfilled' && one.value,
      )
    },

    async ask(
      household: Household,
      { space, titleKey }: PlayedTitle,
      ends: AbortSignal,
    ): Promise<FactsAnswer> {
      if (isNoId(titleKey)) return 'unknown'
      // As a guess: sources need not know what was imported.
      const asking = {
        guess: true,
        signal: AbortSignal.any([ends, AbortSignal.timeout(waitMs)]),
      }
      const sources = sourcesOf(household)
      const answers = await Promise.allSettled(
        sources.map((source) => questionSource(options, source, space, titleKey, asking)),
      )
      const metas = answers.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))
      const meta = await completeMeta(options.translators, metas, space)
      if (meta === null) return answers.every(isAnswered) ? 'unknown' : 'failed'
      const { configuration } = household
      await write({ configuration, space, key: titleKey, ...toDetails(meta) })
      return 'found'
    },
  }
}

function isAnswered({ status }: PromiseSettledResult<unknown>): boolean {
  return status === 'fulfilled'
}

/** Marked genres and the like, and ids that were too long to be kept. */
function isNoId(key: string): boolean {
  return ['sha256', ...nameKinds].some((kind) => key.startsWith(`${kind}:`))
}
