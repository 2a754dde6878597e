import { enumName } from '../../../core/enum-name.ts'
import { AppError } from '../../../core/errors.ts'
import { playbackOrders, playMethods, repeatModes } from '../../../model/watch.ts'
import { PingPlaybackDocument, ReportPlaybackDocument } from '../../documents/documents.ts'
import type { PlayEvent, ReportPlaybackMutationVariables } from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import type { DocumentRoute, MediaRequest } from '../transport/route.ts'
import { msOfTicks } from '../transport/times.ts'

const words = { positionMs: 'PositionTicks' }
const older = ['/PlayingItems/:itemId', '/Users/:userId/PlayingItems/:itemId']

/** Playback reports, in the body or, in older apps, the query. */
export const playbackReportRoutes: readonly DocumentRoute[] = [
  inBody('/Sessions/Playing', 'START'),
  inBody('/Sessions/Playing/Progress', 'PROGRESS'),
  inBody('/Sessions/Playing/Stopped', 'STOP'),
  documentRoute({
    method: 'POST',
    path: '/Sessions/Playing/Ping',
    access: 'signedIn',
    document: PingPlaybackDocument,
    variables: () => ({}),
    answer: () => undefined,
  }),
  ...older.flatMap((path) => [
    inQuery('POST', path, 'START'),
    inQuery('POST', `${path}/Progress`, 'PROGRESS'),
    inQuery('DELETE', path, 'STOP'),
  ]),
]

function inBody(path: string, event: PlayEvent): DocumentRoute {
  return documentRoute({
    method: 'POST',
    path,
    access: event === 'STOP' ? 'leaving' : 'signedIn',
    document: ReportPlaybackDocument,
    variables: ({ body }) => reportOf(event, body, requireItemId(body)),
    answer: () => undefined,
    words,
  })
}

function inQuery(method: 'POST' | 'DELETE', path: string, event: PlayEvent): DocumentRoute {
  return documentRoute({
    method,
    path,
    access: 'self',
    document: ReportPlaybackDocument,
    variables: ({ query, params }: MediaRequest) => reportOf(event, query, params['itemId']!),
    answer: () => undefined,
    words,
  })
}

function requireItemId(body: Fields): string {
  const itemId = body.text('ItemId')
  if (itemId !== null) return itemId
  throw new AppError('BAD_REQUEST', 'ItemId is missing.')
}

function reportOf(
  event: PlayEvent,
  fields: Fields,
  itemId: string,
): ReportPlaybackMutationVariables {
  const ticks = fields.number('PositionTicks')
  const duration = fields.number('RunTimeTicks')
  return {
    itemId,
    event,
    positionMs: ticks === null ? null : msOfTicks(ticks),
    durationMs: duration !== null && duration > 0 ? msOfTicks(duration) : null,
    paused: fields.flag('IsPaused'),
    muted: fields.flag('IsMuted'),
    volume: fields.integer('VolumeLevel'),
    mediaSourceId: fields.text('MediaSourceId'),
    playSessionId: fields.text('PlaySessionId'),
    audioIndex: fields.integer('AudioStreamIndex'),
    subtitleIndex: fields.integer('SubtitleStreamIndex'),
    playMethod: nameOf(fields.text('PlayMethod'), playMethods),
    canSeek: fields.flag('CanSeek'),
    repeatMode: nameOf(fields.text('RepeatMode'), repeatModes),
    playbackOrder: nameOf(fields.text('PlaybackOrder'), playbackOrders),
    failed: fields.flag('Failed') ?? false,
  }
}

/** As documents write a word of the Jellyfin API, in any case; null for a word that it does not have. */
function nameOf<Word extends string>(text: string | null, words: readonly Word[]) {
  const known = words.find((word) => word.toLowerCase() === text?.toLowerCase())
  return known === undefined ? null : enumName(known)
}
