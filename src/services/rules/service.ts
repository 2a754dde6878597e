import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import { InvalidConfig } from '../../core/invalid-config.ts'
import type { ShownProblem } from '../../core/invalid-config.ts'
import type { Stream } from '../../model/search-result.ts'
import type { UserData } from '../../model/user-data.ts'
import type { Pipeline } from '../../search/pipeline.ts'
import type { ReadStreams } from '../../search/run-plan.ts'
import type { Plans } from '../../search/plans.ts'
import { sampleBatches, sampleQuery } from '../../search/sample-streams.ts'
import type { Account } from '../configurations/accounts.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import type { Warning } from '../configurations/warnings/warnings.ts'
import type { SearchExplanation } from './explanation.ts'
import type { HeldSearches } from './held-searches.ts'
import { createPreviewQueue } from './preview-queue.ts'

export type RulesService = ReturnType<typeof createRulesService>

export type RulesPreview = {
  /** Null if the rules cannot be used. */
  readonly explanation: SearchExplanation | null
  readonly problems: readonly ShownProblem[]
  readonly warnings: readonly Warning[]
  readonly tookMs: number
}

type Options = {
  readonly configurations: Pick<ConfigurationService, 'draft'>
  readonly pipeline: Pipeline
  readonly plans: Plans
  readonly held: HeldSearches
}

/** Leaves the processor to searches: each takes tens of milliseconds. */
const bounds = { slots: 2, most: 50 }

type Request = { readonly rules: unknown; readonly held?: string | null | undefined }

/** Tries rules that are not saved. */
export function createRulesService({ configurations, pipeline, plans, held }: Options) {
  const queue = createPreviewQueue(bounds)
  let sample: Promise<ReadStreams> | undefined

  async function readSample(): Promise<ReadStreams> {
    const plan = await plans({})
    const run = pipeline.begin({ plan, sources: sampleBatches.length, type: sampleQuery.type })
    for (const [index, batch] of sampleBatches.entries()) run.add(batch, index)
    const { explained } = await run.finish({ query: sampleQuery, explain: true })
    return explained!.read
  }

  /** A failure is not kept. */
  function sampleStreams(): Promise<ReadStreams> {
    sample ??= readSample().catch((error: unknown) => {
      sample = undefined
      throw error
    })
    return sample
  }

  async function streamsOf(
    { rowId }: Account,
    id: string | null | undefined,
  ): Promise<ReadStreams> {
    if (!id) return sampleStreams()
    const read = await held.find(rowId, id)
    if (read) return read
    throw new AppError('NOT_FOUND', refusal('SEARCH_NOT_HELD'))
  }

  async function tryRules(
    account: Account,
    { rules, held: id }: Request,
    working: AbortSignal,
    signal: AbortSignal,
  ): Promise<Omit<RulesPreview, 'tookMs'>> {
    const read = await streamsOf(account, id)
    let draft: { readonly userData: UserData; readonly warnings: readonly Warning[] }
    try {
      draft = await configurations.draft(account, rules)
    } catch (error) {
      if (!(error instanceof InvalidConfig)) throw error
      return { explanation: null, problems: error.shown, warnings: [] }
    }
    const plan = await plans(draft.userData)
    const { explained } = await pipeline.rank(read, { plan, signal: working, explain: true })
    const { kept, dropped } = explained!
    const format = (streams: readonly Stream[]) =>
      pipeline.format(streams, { plan, query: read.query, signal })
    const explanation = { kept, dropped, held: id ?? null, format }
    return { explanation, problems: [], warnings: draft.warnings }
  }

  return {
    /**
     * What the rules would make of a held search, or of the sample. Throws NOT_FOUND for a search that is not held any
     * more, PARENT_CONFIG_UNAVAILABLE, RATE_LIMIT_EXCEEDED where newer rules are tried, and SERVICE_UNAVAILABLE; what is
     * wrong with the rules is told, not thrown.
     */
    async preview(account: Account, request: Request, signal: AbortSignal): Promise<RulesPreview> {
      const started = performance.now()
      const work = (working: AbortSignal) => tryRules(account, request, working, signal)
      const tried = await queue.run(account.rowId, work, signal)
      return { ...tried, tookMs: performance.now() - started }
    },
  }
}
