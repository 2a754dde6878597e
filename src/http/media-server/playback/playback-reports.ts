import { AppError } from '../../../core/errors.ts'
import { PingPlaybackDocument, ReportPlaybackDocument } from '../../documents/documents.ts'
import type { PlayEvent, ReportPlaybackMutationVariables } from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import type { DocumentRoute, MediaRequest } from '../transport/route.ts'
import { msOfTicks } from '../transport/times.ts'

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
    access: 'signedIn',
    document: ReportPlaybackDocument,
    variables: ({ body }) => reportOf(event, body, requireItemId(body)),
    answer: () => undefined,
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
  })
}

function requireItemId(body: Fields): string {
  const itemId = body.text('ItemId')
  if (itemId !== null) return itemId
  throw new AppError('BAD_REQUEST', 'ItemId is missing.')
}

/** Throws BAD_REQUEST for a negative position. */
function reportOf(
  event: PlayEvent,
  fields: Fields,
  itemId: string,
): ReportPlaybackMutationVariables {
  const ticks = fields.number('PositionTicks')
  if (ticks !== null && ticks < 0) {
    throw new AppError('BAD_REQUEST', 'PositionTicks must not be negative.')
  }
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
    playMethod: fields.text('PlayMethod'),
    canSeek: fields.flag('CanSeek'),
    repeatMode: fields.text('RepeatMode'),
    playbackOrder: fields.text('PlaybackOrder'),
    failed: fields.flag('Failed') ?? false,
  }
}
