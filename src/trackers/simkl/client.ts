import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { z } from 'zod'
import { trackerReason } from '../../core/tracker-reasons.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { ImportedEntry, TrackerProvider, Pulled, PushOutcome } from '../../model/tracker.ts'
import type { FetchedAnswer, GuardedFetch } from '../../security/guarded-fetch.ts'
import {
  failing,
  failureIn,
  failureOf,
  isSuccess,
  jsonOf,
  knowsNothing,
  outcomeOf,
  versionOf,
} from '../answers.ts'
import type { Failure } from '../answers.ts'
import type { Call } from '../trakt/words.ts'
import { createSimklAuth } from './auth.ts'
import { callOf, moveOf, standingQuestion } from './calls.ts'
import {
  activities,
  begunEntries,
  lists,
  markedEntries,
  playback,
  runtimeAnswer,
  runtimePath,
  standings,
  timesOf,
  watchedEntries,
} from './entries.ts'

export type SimklOptions = {
  fetch: GuardedFetch
  baseUrl: string
  clientId: string
  clientSecret: string | null
  /** Milliseconds between two requests for one user: Simkl allows one a second. */
  intervalMs?: number
}

type Send = (path: string, body?: object) => Promise<FetchedAnswer>

/** Shorter than the 20 seconds after which a busy Simkl answers 400, as if the request were wrong. */
const pushMs = 15_000
const pullMs = 60_000
const listBytes = 64 * 2 ** 20
/** Simkl wants to be asked when somebody is there, not all day long. */
const pullEveryMs = 30 * 60_000
const tracker = 'Simkl'
const titleUnknown = trackerReason('TRACKER_TITLE_UNKNOWN', { tracker })
const refusedClient = 412
const refusedClientMs = 3_600_000

export function createSimkl({
  fetch,
  baseUrl: writtenUrl,
  clientId,
  intervalMs = 1_100,
}: SimklOptions): TrackerProvider {
  const baseUrl = writtenUrl.replace(/\/+$/, '')
  /** Minutes by path; 0: not known there. They hardly ever change. */
  const runtimes = new LRUCache<string, number>({ ...atMost(10_000), ttl: 7 * 24 * 3_600_000 })

  async function ask(
    path: string,
    {
      body,
      token,
      ...rest
    }: { body?: object; token?: string; timeoutMs: number; signal: AbortSignal },
  ): Promise<FetchedAnswer> {
    const url = new URL(`${baseUrl}${path}`)
    // Simkl wants its apps identified in the address too.
    url.searchParams.set('client_id', clientId)
    url.searchParams.set('app-name', 'stream-aggregation-service')
    url.searchParams.set('app-version', '1.0')
    return fetch(url.href, {
      ...rest,
      method: body ? 'POST' : 'GET',
      body: body ? JSON.stringify(body) : null,
      headers: {
        'content-type': 'application/json',
        'simkl-api-key': clientId,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      maxBytes: listBytes,
    })
  }

  async function runtimeOf(send: Send, path: string): Promise<number> {
    const known = runtimes.get(path)
    if (known !== undefined) return known
    const answer = await send(path)
    // A missing title must not lose everything else that is begun.
    const isKnown = isSuccess(answer) || answer.status !== 404
    const runtime = isKnown ? read(answer, runtimeAnswer).runtime : 0
    runtimes.set(path, runtime)
    return runtime
  }

  async function begunOf(send: Send): Promise<readonly ImportedEntry[]> {
    const items = read(await send('/sync/playback'), z.array(playback).nullable()) ?? []
    const begun: ImportedEntry[] = []
    for (const item of items) {
      const path = runtimePath(item)
      const minutes = path === null ? 0 : await runtimeOf(send, path)
      if (minutes > 0) begun.push(...begunEntries(item, minutes))
    }
    return begun
  }

  async function pullWith(send: Send, version: string | null): Promise<Pulled> {
    const said = read(await send('/sync/activities'), activities)
    const { current, changed } = versionOf([said.all, ...timesOf(said)], version)
    const [any, moved, paused] = changed
    const listed = any && moved ? await listsOf(send) : null
    return {
      version: current,
      watched: listed && watchedEntries(listed),
      // What was watched is no longer begun.
      begun: any && (moved || paused) ? await begunOf(send) : null,
      marked: listed && markedEntries(listed),
      ttlMs: pullEveryMs,
    }
  }

  const auth = createSimklAuth((path, signal) => ask(path, { timeoutMs: pushMs, signal }))

  return {
    begin: auth.begin,
    finish: auth.finish,

    async push(event, { tokens, signal }) {
      const send: Send = (path, body) =>
        ask(path, { body, token: tokens.accessToken, timeoutMs: pushMs, signal })
      const question = standingQuestion(event)
      try {
        if (question) {
          const standing = read(await send(question.path, question.body), standings)
          const move = moveOf(event, standing)
          if (!move) return { kind: 'delivered' }
          await rest(intervalMs, signal)
          return meaningOf(move, await send(move.path, move.body))
        }
        const call = callOf(event)
        return call ? meaningOf(call, await send(call.path, call.body)) : { kind: 'ignored' }
      } catch (error) {
        return failureIn(error, tracker)
      }
    },

    async pull(version, { tokens, signal }) {
      const send: Send = (path) =>
        ask(path, { token: tokens.accessToken, timeoutMs: pullMs, signal })
      try {
        return { kind: 'pulled', pulled: await pullWith(send, version) }
      } catch (error) {
        return failureIn(error, tracker)
      }
    },
  }
}

function meaningOf({ path }: Call, answer: FetchedAnswer): PushOutcome {
  // Already counted: reported within the hour, by this service or another app.
  if (answer.status === 409 && path.startsWith('/scrobble/')) return { kind: 'delivered' }
  if (answer.status === 404 || (isSuccess(answer) && knowsNothing(answer))) {
    return { kind: 'refused', reason: titleUnknown }
  }
  return isSuccess(answer) ? outcomeOf(answer) : refusalOf(answer)
}

function refusalOf(answer: FetchedAnswer): Failure {
  const failure = failureOf(answer)
  if (answer.status !== refusedClient) return failure
  return { kind: 'retry', reason: failure.reason, afterMs: refusedClientMs }
}

/** In sequence, as Simkl asks. Plays of finished or dropped titles must be asked for. */
async function listsOf(send: Send): Promise<readonly z.infer<typeof lists>[]> {
  const query = 'extended=full&episode_watched_at=yes&include_all_episodes=yes'
  const listOf = async (type: string) => read(await send(`/sync/all-items/${type}?${query}`), lists)
  return [await listOf('movies'), await listOf('shows'), await listOf('anime')]
}

/** Throws what `failureIn` reads. An unreadable answer must not pass for an empty list, which would remove everything. */
function read<Value>(answer: FetchedAnswer, schema: z.ZodType<Value>): Value {
  if (!isSuccess(answer)) throw failing(refusalOf(answer))
  const { data, success } = schema.safeParse(jsonOf(answer))
  if (success) return data
  throw new UpstreamError('invalid', 'Simkl answered with something that cannot be read')
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal })
  } catch {
    throw new UpstreamError('aborted', 'the request was cancelled')
  }
}
