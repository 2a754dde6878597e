import type { TypedDocumentString } from '../documents.ts'
import { connection } from './connection.ts'
import type { Connection } from './connection.ts'
import { Failure, isTemporary, saidDelay, withJitter } from './failure.ts'
import { pageShown } from './page-shown.ts'
import { dataOf, post } from './request.ts'
import type { Answer } from './request.ts'
import { session } from './session.ts'
import type { Session } from './session.ts'
import type { Store } from './store.ts'
import { textPieces } from './text-pieces.ts'

/** After an interruption, and after a refusal, which seldom passes by itself. */
const pauses = [500, 2_000, 5_000, 10_000] as const
const refusedPauses = [5_000, 30_000, 120_000, 600_000]

type Listener<Result> = {
  readonly heard: (data: Result) => void
  /** The service refuses it; it is asked again ever more seldom. */
  readonly refused: (error: Failure) => void
}

/** Follows a subscription until aborted, and begins again after an interruption, or once somebody has signed in again. */
export async function subscribe<Result>(
  document: TypedDocumentString<Result, Record<string, never>>,
  signal: AbortSignal,
  { heard, refused }: Listener<Result>,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    if (!isServing(connection.get())) {
      await becomes(connection, isServing, signal)
      continue
    }
    if (!pageShown.get()) {
      await becomes(pageShown, (isShown) => isShown, signal)
      continue
    }
    const asked = session.get()
    const leaving = untilHidden()
    let usual: readonly number[] = pauses
    let said: number | null = null
    try {
      const either = AbortSignal.any([signal, leaving.signal])
      const response = await post({ query: document.toString() }, 'text/event-stream', either)
      for await (const data of resultsOf<Result>(response, asked)) {
        failures = 0
        heard(data)
      }
    } catch (error) {
      if (signal.aborted) return
      if (leaving.signal.aborted) continue
      said = saidDelay(error)
      if (error instanceof Failure && !isTemporary(error) && isOpen(session.get())) {
        usual = refusedPauses
        refused(error)
      }
    } finally {
      leaving.forget()
    }
    if (isOpen(session.get())) {
      const own = withJitter(usual[Math.min(failures, usual.length - 1)]!)
      const pause = said === null ? own : Math.max(said, pauses[0])
      // Sooner, where the service serves again and has not said when.
      const isSooner = (now: Connection): boolean => said === null && isServing(now)
      await becomes(connection, isSooner, AbortSignal.any([signal, AbortSignal.timeout(pause)]))
      failures += 1
    } else {
      await becomes(session, isOpen, signal)
      failures = 0
    }
  }
}

function untilHidden() {
  const hidden = new AbortController()
  const forget = pageShown.subscribe(() => {
    if (!pageShown.get()) hidden.abort()
  })
  return { signal: hidden.signal, forget }
}

function isServing(now: Connection): boolean {
  return now === 'ok'
}

function isOpen({ state }: Session): boolean {
  return state === 'open'
}

/** A refusal is JSON, or the only event. */
async function* resultsOf<Result>(response: Response, asked: Session): AsyncGenerator<Result> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    yield dataOf((await response.json()) as Answer<Result>, asked)
    return
  }
  for await (const event of textPieces(response, '\n\n')) {
    const line = event.split('\n').find((one) => one.startsWith('data: {'))
    if (line) yield dataOf(JSON.parse(line.slice('data: '.length)) as Answer<Result>, asked)
  }
}

/** Resolves with the next change to what is wanted, or once aborted. */
function becomes<T>(
  { get, subscribe: follow }: Store<T>,
  isWanted: (value: T) => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unfollow()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const unfollow = follow(() => isWanted(get()) && end())
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
