import { AppError } from '../../../core/errors.ts'
import type { Services } from '../../../graphql/context.ts'
import type { PlayEvent } from '../../documents/documents.ts'
import { post } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { requireOwnUser } from '../transport/require-self.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'
import { msOfTicks } from '../transport/times.ts'

/** What apps tell while they play, in a body or, the older way, in the query. */
export function playbackReportRoutes(
  documents: LibraryDocuments,
  { playing }: Pick<Services, 'playing'>,
): readonly MediaRoute[] {
  async function report(request: MediaRequest, event: PlayEvent, fields: Fields, itemId: string) {
    const ticks = fields.number('PositionTicks')
    if (ticks !== null && ticks < 0) {
      throw new AppError('BAD_REQUEST', 'PositionTicks must not be negative.')
    }
    const duration = fields.number('RunTimeTicks')
    await documents.reportPlayback(request.context, {
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
    })
  }

  const ofBody = (event: PlayEvent) => async (request: MediaRequest) => {
    const { body } = request
    const itemId = body.text('ItemId')
    if (itemId === null) throw new AppError('BAD_REQUEST', 'ItemId is missing.')
    await report(request, event, body, itemId)
  }

  const ofQuery = (event: PlayEvent) => async (request: MediaRequest) => {
    await requireOwnUser(request)
    await report(request, event, request.query, request.params['itemId']!)
  }

  async function ping(request: MediaRequest) {
    await playing.ping(await request.member())
  }

  const older = ['/PlayingItems/:itemId', '/Users/:userId/PlayingItems/:itemId']
  return [
    post('/Sessions/Playing', ofBody('start')),
    post('/Sessions/Playing/Progress', ofBody('progress')),
    post('/Sessions/Playing/Stopped', ofBody('stop')),
    post('/Sessions/Playing/Ping', ping),
    ...older.flatMap((path): readonly MediaRoute[] => [
      post(path, ofQuery('start')),
      post(`${path}/Progress`, ofQuery('progress')),
      { method: 'DELETE', path, access: 'signedIn', handle: ofQuery('stop') },
    ]),
  ]
}
