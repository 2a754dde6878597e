import type { ItemKind } from '../../../model/item-ref.ts'
import type { Delivery, PlayOrigin } from '../../../model/play.ts'
import { count, oneOf, orNothing, shape, text, time, whole, yesOrNo } from './checks.ts'
import type { FilePlay } from './messages.ts'

/** No play is longer, and sums of many stay exact. */
const longestWatchedMs = 7 * 86_400_000
const largestMark = 2 ** 32 - 1

export type ExportedPlay = {
  readonly userId: string
  readonly itemKey: string
  readonly titleKey: string
  readonly kind: ItemKind
  readonly season?: number | null | undefined
  readonly episode?: number | null | undefined
  readonly startedAt: number
  readonly endedAt: number
  readonly watchedMs: number
  readonly firstPositionMs?: number | null | undefined
  readonly lastPositionMs?: number | null | undefined
  readonly durationMs?: number | null | undefined
  readonly finished: boolean
  readonly deviceId?: string | null | undefined
  readonly deviceName?: string | null | undefined
  readonly client?: string | null | undefined
  readonly versionMark?: number | null | undefined
  readonly versionName?: string | null | undefined
  readonly resolution?: string | null | undefined
  readonly source?: string | null | undefined
  readonly service?: string | null | undefined
  readonly delivery?: Delivery | null | undefined
  readonly origin: PlayOrigin
  readonly tracker?: string | null | undefined
}

const word = orNothing(text(500, 0))
const place = orNothing(time)

const checkPlay = shape({
  userId: text(100),
  itemKey: text(2_000),
  titleKey: text(2_000),
  kind: oneOf('movie', 'series', 'season', 'episode', 'video'),
  season: orNothing(count),
  episode: orNothing(count),
  startedAt: whole(Number.MAX_SAFE_INTEGER, 1),
  endedAt: whole(Number.MAX_SAFE_INTEGER, 1),
  watchedMs: time,
  firstPositionMs: place,
  lastPositionMs: place,
  durationMs: place,
  finished: yesOrNo,
  deviceId: word,
  deviceName: word,
  client: word,
  versionMark: orNothing(whole(largestMark)),
  versionName: word,
  resolution: word,
  source: word,
  service: word,
  delivery: orNothing(oneOf('redirect', 'proxied')),
  origin: oneOf('local', 'import', 'stremio'),
  tracker: word,
})

/** Null if it is incomplete, or lies in the future. */
export function readPlay(value: unknown): FilePlay | null {
  if (!checkPlay(value)) return null
  const play = value as ExportedPlay
  const { startedAt } = play
  if (startedAt > Date.now()) return null
  const endedAt = Math.max(startedAt, play.endedAt)
  return {
    userId: play.userId,
    play: {
      itemKey: play.itemKey,
      titleKey: play.titleKey,
      aliases: [],
      kind: play.kind,
      season: play.season ?? null,
      episode: play.episode ?? null,
      startedAt,
      endedAt,
      watchedMs: Math.min(play.watchedMs, endedAt - startedAt, longestWatchedMs),
      firstPositionMs: play.firstPositionMs ?? null,
      lastPositionMs: play.lastPositionMs ?? null,
      durationMs: play.durationMs ?? null,
      finished: play.finished,
      deviceId: play.deviceId ?? null,
      deviceName: play.deviceName ?? null,
      client: play.client ?? null,
      versionMark: play.versionMark ?? null,
      versionName: play.versionName ?? null,
      resolution: play.resolution ?? null,
      source: play.source ?? null,
      service: play.service ?? null,
      delivery: play.delivery ?? null,
      origin: play.origin,
      tracker: play.tracker ?? null,
    },
  }
}
