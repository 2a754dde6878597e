import { failureOf as upstreamFailureOf, UpstreamError } from '../../core/upstream-error.ts'
import type { Answer, SourceClient } from '../../model/source-client.ts'
import { subjectOf } from '../../model/source-health.ts'
import type { FailureKind, HealthArea } from '../../model/source-health.ts'
import type { Source } from '../../model/source.ts'
import type { HealthRecorder } from './recorder.ts'

/** Counts what sources answer about titles, catalogs and subtitles, but no failed guesses; searches count their streams themselves. */
export function observeClient<Client extends SourceClient>(
  client: Client,
  { record }: Pick<HealthRecorder, 'record'>,
): Client {
  async function observed<T extends Answer<unknown>>(
    source: Source,
    area: HealthArea,
    asking: Promise<T>,
    count: (answer: T) => number,
    guess = false,
  ): Promise<T> {
    const { configuration } = source
    if (configuration === null) return asking
    const subject = subjectOf(source)
    const started = performance.now()
    const sample = { configuration, area, subject }
    try {
      const answer = await asking
      const tookMs = performance.now() - started
      const fromCache = answer.fromCache !== null
      record({ ...sample, failure: null, fromCache, tookMs, results: count(answer) })
      return answer
    } catch (error) {
      const failure = failureOf(error)
      if (failure && !guess) record({ ...sample, failure, fromCache: false, tookMs: 0, results: 0 })
      throw error
    }
  }

  return {
    ...client,
    meta: (source, type, id, options) =>
      observed(
        source,
        'metadata',
        client.meta(source, type, id, options),
        ({ value }) => (value === null ? 0 : 1),
        options?.guess,
      ),
    catalog: (source, type, id, extra, options) =>
      observed(
        source,
        'catalogs',
        client.catalog(source, type, id, extra, options),
        ({ value, unread }) => value.length + (unread?.count ?? 0),
      ),
    subtitles: (source, type, id, extra, options) =>
      observed(
        source,
        'subtitles',
        client.subtitles(source, type, id, extra, options),
        ({ value }) => value.length,
      ),
  }
}

/** Null where the asker went away: that says nothing of the source. */
export function failureOf(error: unknown): FailureKind | null {
  if (error instanceof UpstreamError) {
    return error.kind === 'aborted' ? null : upstreamFailureOf(error)
  }
  return error instanceof DOMException ? null : 'fault'
}
