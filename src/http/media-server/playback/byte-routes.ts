import { Readable } from 'node:stream'
import { AppError } from '../../../core/errors.ts'
import type { StreamingService } from '../../../services/streaming/service.ts'
import { knownUser } from '../transport/access.ts'
import { required } from '../transport/fields.ts'
import type { ServiceRequest, ServiceRoute } from '../transport/route.ts'
import { createReplyEnd } from './end-reply.ts'
import { createStreamHandler, createTargetHandler } from './proxy-stream.ts'

/** Players may cache it during playback, proxies may not. */
const whilePlaying = 'private, max-age=3600'
const chunk = Buffer.alloc(64 * 1024)
const maxTestBytes = 100_000_000

/** Open to everyone who knows the ids, which cannot be guessed. */
export function bytesRoutes({
  streaming,
}: {
  readonly streaming: StreamingService
}): readonly ServiceRoute[] {
  const serve = createStreamHandler({ streaming })
  const serveTarget = createTargetHandler({ streaming })

  /** What is sent to a known user ends when the access does. */
  async function exchangeOf(asked: ServiceRequest) {
    const { request, reply } = asked
    const ending = createReplyEnd(reply)
    const caller = await knownUser(asked)
    const access = await streaming.accessWhileSending(caller, () => asked.caller.follow(() => {}))
    if (access) ending.with(access)
    return { request, reply, ending, caller }
  }

  const stream = async (asked: ServiceRequest) => {
    const { params, query } = asked
    const ids = {
      itemId: params['itemId']!,
      mediaSourceId: query.text('mediaSourceId'),
      tag: query.text('tag'),
      playSessionId: query.text('playSessionId'),
    }
    return serve(await exchangeOf(asked), ids, asked.caller.client.address)
  }

  async function target(asked: ServiceRequest) {
    const { params, query } = asked
    const sealed = required('target', query.text('target'))
    return serveTarget(await exchangeOf(asked), { versionId: params['itemId']!, sealed })
  }

  async function subtitles(asked: ServiceRequest) {
    const { params, query, caller, reply } = asked
    const question = {
      itemId: params['itemId']!,
      mediaSourceId: params['mediaSourceId']!,
      index: Number(params['index']),
      externalFrom: query.integer('externalFrom'),
      ending: params['format']!,
    }
    const { type, text } = await streaming.subtitles(question, {
      signal: caller.signal,
      caller: await knownUser(asked),
    })
    return reply.header('cache-control', whilePlaying).type(type).send(text)
  }

  const open = (path: string, handle: ServiceRoute['handle']): ServiceRoute => ({
    method: 'GET',
    path,
    access: 'anonymous',
    handle,
  })
  const subtitlesOf = '/Videos/:itemId/:mediaSourceId/Subtitles/:index'
  return [
    open('/Videos/:itemId/stream', stream),
    open('/Videos/:itemId/stream.:container', stream),
    open('/Videos/:itemId/hls/:name', target),
    open(`${subtitlesOf}/Stream.:format`, subtitles),
    open(`${subtitlesOf}/:startTicks/Stream.:format`, subtitles),
    { method: 'GET', path: '/Playback/BitrateTest', access: 'signedIn', handle: bitrateTest },
  ]
}

/** As many bytes as are asked for, to measure how fast they come. */
async function bitrateTest({ query, reply }: ServiceRequest) {
  const size = query.number('Size') ?? 102_400
  if (size < 1 || size > maxTestBytes) {
    throw new AppError('BAD_REQUEST', `Size must be between 1 and ${maxTestBytes}.`)
  }
  async function* bytes(): AsyncGenerator<Buffer> {
    for (let left = Math.trunc(size); left > 0; left -= chunk.length) {
      yield left < chunk.length ? chunk.subarray(0, left) : chunk
    }
  }
  return reply
    .headers({
      'content-type': 'application/octet-stream',
      'content-length': Math.trunc(size),
      'cache-control': 'no-store',
    })
    .send(Readable.from(bytes(), { objectMode: false }))
}
