import { hash } from 'node:crypto'
import { trackerReason } from '../../core/tracker-reasons.ts'
import type { WatchStateSupport } from '../../model/source-manifest.ts'
import type { Source } from '../../model/source.ts'
import type { PullOutcome, PushOutcome, WatchEvent } from '../../model/tracker.ts'
import type { GuardedFetch } from '../../security/guarded-fetch.ts'
import { readAddress } from '../../model/addon-address.ts'
import { failureOf, isSuccess, jsonOf, outcomeOf, retryOf } from '../answers.ts'
import { readPull } from './read-pull.ts'

const videosAtOnce = 500
const maxPullBytes = 64 * 2 ** 20

export type WatchStateClient = ReturnType<typeof createWatchStateClient>

export function createWatchStateClient({
  fetch,
  timeoutMs,
}: {
  fetch: GuardedFetch
  timeoutMs: number
}) {
  async function post(source: Source, event: WatchEvent, signal: AbortSignal) {
    const type = event.scope === 'movie' ? 'movie' : 'series'
    const address = readAddress(source.url).path(['watch_state', 'push', type, event.videoId])
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(event)),
      timeoutMs: source.timeout ?? timeoutMs,
      signal,
      payer: source.configuration ?? 'unsaved',
    })
    return outcomeOf(answer)
  }

  return {
    /** The tracker recognises repeated parts by their ids; a refused part does not stop the others. */
    async push(
      source: Source,
      support: WatchStateSupport,
      event: WatchEvent,
      signal: AbortSignal,
      isOver: () => boolean = () => false,
    ): Promise<PushOutcome> {
      const name = eventFor(support, event.event)
      if (name === null) return { kind: 'ignored' }
      try {
        let refused: PushOutcome | null = null
        let taken = 0
        let sent = 0
        for (const part of partsOf({ ...event, event: name }, support.bulk)) {
          if (sent > 0 && isOver()) {
            const id = support.bulk ? part.id : event.id
            return { kind: 'partly', rest: { ...without(event, sent), id } }
          }
          const outcome = await post(source, part, signal)
          if (outcome.kind === 'delivered') taken += 1
          else if (outcome.kind === 'refused') refused = outcome
          else return outcome
          sent += part.videos?.length ?? 1
        }
        return taken === 0 && refused && !event.sent ? refused : { kind: 'delivered' }
      } catch (error) {
        return retryOf(error, nameOf(source))
      }
    },

    async pull(source: Source, version: string | null, signal: AbortSignal): Promise<PullOutcome> {
      try {
        const address = readAddress(source.url).path(
          ['watch_state', 'pull'],
          version === null ? {} : { since: version },
        )
        const answer = await fetch(address, {
          timeoutMs: source.timeout ?? timeoutMs,
          maxBytes: maxPullBytes,
          signal,
          payer: source.configuration ?? 'unsaved',
        })
        if (!isSuccess(answer)) {
          return failureOf(answer)
        }
        const pulled = readPull(jsonOf(answer))
        if (pulled) return { kind: 'pulled', pulled }
        return { kind: 'refused', reason: trackerReason('TRACKER_WITHOUT_PROTOCOL') }
      } catch (error) {
        return retryOf(error, nameOf(source))
      }
    },
  }
}

/** Null for no change. A tracker without dropping gets "no longer wanted" instead. */
function eventFor(
  { events }: WatchStateSupport,
  event: WatchEvent['event'],
): WatchEvent['event'] | null {
  if (events === null || events.includes(event)) return event
  return event === 'dropped' && events.includes('unwatchlisted') ? 'unwatchlisted' : null
}

function partsOf(event: WatchEvent, bulk: boolean): readonly WatchEvent[] {
  const { videos } = event
  if (videos === null) return [event]
  if (!bulk) {
    return videos.map(({ videoId, season, episode }) => ({
      ...event,
      id: partId(event.id, videoId),
      scope: 'episode',
      videoId,
      season,
      episode,
      videos: null,
    }))
  }
  const parts: WatchEvent[] = []
  let { id } = event
  for (let start = 0; start < videos.length; start += videosAtOnce) {
    parts.push({ ...event, id, videos: videos.slice(start, start + videosAtOnce) })
    id = partId(id, String(videosAtOnce))
  }
  return parts
}

function without(event: WatchEvent, sent: number): WatchEvent {
  const { videos, sent: before = 0 } = event
  return { ...event, videos: videos?.slice(sent) ?? null, sent: before + sent }
}

function partId(id: string, part: string): string {
  return hash('sha256', `${id} ${part}`).slice(0, 32)
}

/** The protocol counts in seconds and leaves out what is unknown. */
function bodyOf(event: WatchEvent): Record<string, unknown> {
  const { id, scope, metaId, videoId, played, ids, videos } = event
  return {
    id,
    event: event.event,
    scope,
    at: Math.floor(event.at / 1_000),
    metaId,
    videoId,
    positionMs: event.positionMs ?? undefined,
    durationMs: event.durationMs ?? undefined,
    played,
    season: event.season ?? undefined,
    episode: event.episode ?? undefined,
    ids,
    videos: videos ?? undefined,
  }
}

function nameOf({ name, url }: Source): string {
  return name ?? URL.parse(url)?.host ?? ''
}
