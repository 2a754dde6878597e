import { counted } from '../core/counted.ts'
import type { LoggedSearch } from '../model/search-log.ts'
import type { SourceAnswer } from '../search/fetch.ts'
import type { StepReport } from '../search/run-plan.ts'

export type { StepReport }

export type SourceStatistic = Pick<
  SourceAnswer,
  'status' | 'count' | 'tookMs' | 'fromCache' | 'failure'
> & {
  readonly id: string
  readonly name: string
}

export type Statistic = {
  readonly title: string
  readonly description: string
  readonly source: SourceStatistic | null
  readonly step: StepReport | null
}

const stepTitles: Readonly<Record<StepReport['step'], string>> = {
  filter: 'Filters',
  dedupe: 'Duplicates',
  limit: 'Limits',
  requiredFields: 'Required fields',
  maxResults: 'Most results',
}

const maxReasons = 5

export function describeSearch(
  answers: readonly SourceAnswer[],
  steps: readonly StepReport[],
  results: number,
  tookMs: number,
): Statistic[] {
  const received = answers.reduce((sum, { count }) => sum + count, 0)
  return [
    ...answers.map(ofSource),
    ...steps.filter(({ dropped }) => dropped.length > 0).map(ofStep),
    {
      title: 'Total',
      description: `${results} of ${counted(received, 'stream')} in ${Math.round(tookMs)} ms`,
      source: null,
      step: null,
    },
  ]
}

/** The numbers for the log of searches. */
export function outcomeOf({
  statistics,
  results,
  errors,
  tookMs,
}: {
  readonly statistics: readonly Statistic[]
  readonly results: readonly unknown[]
  readonly errors: readonly unknown[]
  readonly tookMs: number
}): Pick<LoggedSearch, 'received' | 'results' | 'dropped' | 'failedSources' | 'tookMs'> {
  return {
    received: statistics.reduce((sum, { source }) => sum + (source?.count ?? 0), 0),
    results: results.length,
    dropped: statistics.flatMap(({ step }) =>
      step ? { step: step.step, count: step.before - step.after } : [],
    ),
    failedSources: errors.length,
    tookMs,
  }
}

function ofSource(answer: SourceAnswer): Statistic {
  const { source, name, status, count, tookMs, fromCache, error, failure, reason } = answer
  const origin =
    fromCache === null ? '' : fromCache === 'stale' ? ', from an older answer' : ', remembered'
  const descriptions = {
    answered: `${counted(count, 'stream')} in ${Math.round(tookMs)} ms${origin}`,
    failed: error?.description ?? 'failed',
    skipped: `not asked: ${reason ?? 'it has no such streams'}`,
  }
  return {
    title: name,
    description: descriptions[status],
    source: { id: source.id, name, status, count, tookMs, fromCache, failure },
    step: null,
  }
}

function ofStep(step: StepReport): Statistic {
  const reasons = step.dropped
    .slice(0, maxReasons)
    .map(({ reason, count }) => `${count} × ${reason}`)
  const more = step.dropped.length - reasons.length
  const rest = more > 0 ? [`and ${counted(more, 'more reason')}`] : []
  return {
    title: stepTitles[step.step],
    description: `${step.before - step.after} dropped: ${[...reasons, ...rest].join(', ')}`,
    source: null,
    step,
  }
}
