import type { StreamingService } from '../../../services/streaming/service.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'
import { createStreamHandler } from './proxy-stream.ts'

/** Kept by the player for as long as it plays, and by nobody between. */
const whilePlaying = 'private, max-age=3600'

/** Bytes of videos and subtitles. They are open to whoever knows the ids, which nobody can guess. */
export function bytesRoutes({
  streaming,
}: {
  readonly streaming: StreamingService
}): readonly MediaRoute[] {
  const serve = createStreamHandler({ streaming })

  const stream = ({ params, query, request, reply }: MediaRequest) =>
    serve(request, reply, {
      itemId: params['itemId']!,
      mediaSourceId: query.text('mediaSourceId'),
      tag: query.text('tag'),
      playSessionId: query.text('playSessionId'),
    })

  async function subtitles({ params, context, reply }: MediaRequest) {
    const question = {
      itemId: params['itemId']!,
      mediaSourceId: params['mediaSourceId']!,
      index: Number(params['index']),
      ending: params['format']!,
    }
    const { type, text } = await streaming.subtitles(question, context.signal)
    return reply.header('cache-control', whilePlaying).type(type).send(text)
  }

  const open = (path: string, handle: MediaRoute['handle']): MediaRoute => ({
    method: 'GET',
    path,
    access: 'anonymous',
    handle,
  })
  const subtitlesOf = '/Videos/:itemId/:mediaSourceId/Subtitles/:index'
  return [
    open('/Videos/:itemId/stream', stream),
    open('/Videos/:itemId/stream.:container', stream),
    open(`${subtitlesOf}/Stream.:format`, subtitles),
    open(`${subtitlesOf}/:startTicks/Stream.:format`, subtitles),
  ]
}
