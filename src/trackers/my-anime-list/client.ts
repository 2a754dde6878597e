import type { z } from 'zod'
import { trackerReason } from '../../core/tracker-reasons.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { ProviderAccess, TrackerProvider, PushOutcome } from '../../model/tracker.ts'
import type { FetchedAnswer, FetchRequest, GuardedFetch } from '../../security/guarded-fetch.ts'
import { changeOf, placesOf, pulledOf, pushEach } from '../anilist/mapping.ts'
import type { Change, ListedEntry } from '../anilist/mapping.ts'
import { failureOf, isSuccess, jsonOf, retryOf } from '../answers.ts'
import type { Failure } from '../answers.ts'
import { createMyAnimeListAuth } from './auth.ts'
import {
  animeAnswer,
  animeFields,
  formOf,
  listAnswer,
  listFields,
  toListedEntries,
  toStanding,
} from './mapping.ts'

export type MyAnimeListOptions = {
  fetch: GuardedFetch
  baseUrl?: string
  clientId: string
  /** Null: the client is of a kind that has none. */
  clientSecret: string | null
  translators: readonly IdTranslator[]
}

type Answered<T> = { readonly kind: 'answered'; readonly data: T } | Failure

type Send = (
  path: string,
  request?: Pick<FetchRequest, 'method' | 'body'>,
) => Promise<Answered<unknown>>

const publicUrl = 'https://api.myanimelist.net/v2'
const timeoutMs = 20_000
const renewAheadMs = 5 * 60_000
const pageSize = 1_000
const maxPages = 100

/** Renews the connection when needed. Everything that changes an entry reads it first. */
export function createMyAnimeList({
  fetch,
  baseUrl = publicUrl,
  clientId,
  clientSecret,
  translators,
}: MyAnimeListOptions): TrackerProvider {
  const site = baseUrl === publicUrl ? 'https://myanimelist.net' : new URL(baseUrl).origin
  const auth = createMyAnimeListAuth({ fetch, site, clientId, clientSecret })

  function connect(asker: ProviderAccess): Send {
    let { tokens } = asker
    let isRenewed = false

    async function renewTokens(): Promise<Failure | null> {
      isRenewed = true
      if (tokens.refreshToken === null) return ended
      const renewal = await auth.renew(tokens.refreshToken)
      if (renewal.kind === 'retry') return renewal
      if (renewal.kind === 'refused') return ended
      await asker.renewed(renewal.tokens)
      tokens = renewal.tokens
      return null
    }

    return async (path, request = {}) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const ask = () =>
        fetch(`${baseUrl}${path}`, {
          ...request,
          headers: {
            ...(request.body ? form : {}),
            authorization: `Bearer ${tokens.accessToken}`,
          },
          timeoutMs,
          signal: asker.signal,
        })
      const isEnding = tokens.expiresAt !== null && tokens.expiresAt - renewAheadMs <= Date.now()
      const early = isEnding && !isRenewed && tokens.refreshToken ? await renewTokens() : null
      if (early) return early
      try {
        const answer = await ask()
        if (answer.status !== 401 || isRenewed) return read(answer)
        return (await renewTokens()) ?? read(await ask())
      } catch (error) {
        return retryOf(error, tracker)
      }
    }
  }

  async function change(send: Send, id: number, wanted: Change): Promise<PushOutcome> {
    const path = `/anime/${id}/my_list_status`
    const answered =
      wanted === 'remove'
        ? await send(path, { method: 'DELETE' })
        : await send(path, { method: 'PATCH', body: formOf(wanted).toString() })
    return answered.kind === 'answered' ? { kind: 'delivered' } : answered
  }

  return {
    begin: (signal) => auth.begin(signal),
    finish: (pairing, code, signal) => auth.finish(pairing, code, signal),

    async push(event, ask) {
      const places = await placesOf(event, 'mal', translators)
      const send = connect(ask)
      return pushEach(places, async ({ id, episodes }) => {
        const fields = new URLSearchParams({ fields: animeFields })
        const answered = shaped(await send(`/anime/${id}?${fields}`), animeAnswer)
        if (answered.kind !== 'answered') return answered
        const wanted = changeOf(event, toStanding(answered.data), episodes)
        return wanted === null ? { kind: 'ignored' } : change(send, id, wanted)
      })
    },

    async pull(version, ask) {
      const send = connect(ask)
      const rows: ListedEntry[] = []
      for (let page = 0; page < maxPages; page += 1) {
        // The next page's address is not followed: it could send the token elsewhere.
        const query = new URLSearchParams({
          fields: listFields,
          nsfw: 'true',
          limit: String(pageSize),
          offset: String(page * pageSize),
        })
        const answered = shaped(await send(`/users/@me/animelist?${query}`), listAnswer)
        if (answered.kind !== 'answered') return answered
        rows.push(...toListedEntries(answered.data))
        if (!answered.data.paging?.next) break
      }
      return { kind: 'pulled', pulled: pulledOf('mal', rows, version) }
    },
  }
}

const tracker = 'MyAnimeList'
const unreadable = trackerReason('TRACKER_UNREADABLE', { tracker })
const ended: Failure = {
  kind: 'unauthorized',
  reason: trackerReason('TRACKER_DISCONNECTED', { tracker }),
}

function read(answer: FetchedAnswer): Answered<unknown> {
  if (isSuccess(answer)) return { kind: 'answered', data: jsonOf(answer) }
  if (answer.status === 401) return ended
  const failure = failureOf(answer)
  if (answer.status === 403) return { kind: 'retry', reason: failure.reason, afterMs: null }
  return failure
}

function shaped<T>(answered: Answered<unknown>, shape: z.ZodType<T>): Answered<T> {
  if (answered.kind !== 'answered') return answered
  const { data } = shape.safeParse(answered.data)
  if (data !== undefined) return { kind: 'answered', data }
  return { kind: 'retry', reason: unreadable, afterMs: null }
}
