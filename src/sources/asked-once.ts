import DataLoader from 'dataloader'
import { untilAborted } from '../core/until-aborted.ts'
import type { Answer, AskOptions, SourceClient } from '../model/source-client.ts'
import type { Source } from '../model/source.ts'

type Question = {
  readonly source: Source
  readonly type: string
  readonly id: string
  readonly options: AskOptions
}

/** Bytes of answers kept for later questions; larger ones are shared only while in flight. */
const mostKeptBytes = 8 * 2 ** 20

/** Asks each source once for the same streams or title until `signal` ends, even where an asker leaves before. */
export function createAskedOnce(client: SourceClient, signal: AbortSignal): SourceClient {
  const streams = answers((question) =>
    client.streams(question.source, question.type, question.id, { ...question.options, signal }),
  )
  const metas = answers((question) =>
    client.meta(question.source, question.type, question.id, { ...question.options, signal }),
  )
  return {
    ...client,
    streams: (source, type, id, options = {}) => streams({ source, type, id, options }),
    meta: (source, type, id, options = {}) => metas({ source, type, id, options }),
  }
}

function answers<T>(ask: (question: Question) => Promise<Answer<T>>) {
  let keptBytes = 0
  const loader = new DataLoader<Question, Answer<T>, string>(
    async (questions) => {
      const question = questions[0]!
      const answer = await ask(question).catch(asError)
      if (answer instanceof Error) return [answer]
      keptBytes += answer.bytes ?? 0
      if (keptBytes > mostKeptBytes) loader.clear(question)
      return [answer]
    },
    { batch: false, cacheKeyFn: keyOf },
  )
  return async (question: Question): Promise<Answer<T>> => {
    const { signal } = question.options
    signal?.throwIfAborted()
    const answer = loader.load(question)
    return signal ? untilAborted(answer, signal) : answer
  }
}

/** A returned failure is kept; the library would forget a thrown one. */
function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('the question ended', { cause: reason })
}

function keyOf({ source, type, id, options }: Question): string {
  const { maxBytes = null, recent = false, guess = false } = options
  return JSON.stringify([source.url, source.timeout, type, id, maxBytes, recent, guess])
}
