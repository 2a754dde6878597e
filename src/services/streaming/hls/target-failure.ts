import { AppError } from '../../../core/errors.ts'
import type { UpstreamError, UpstreamErrorKind } from '../../../core/upstream-error.ts'
import { BrokenPlaylist } from './lines.ts'

const problems: Readonly<Record<UpstreamErrorKind, string>> = {
  'refused-address': 'its address is one that is never asked',
  timeout: 'its server did not answer in time',
  'too-large': 'its server sent too much',
  connect: 'its server cannot be reached',
  reset: 'its server broke off',
  status: 'its server did not answer with success',
  redirects: 'its server redirected too often',
  invalid: 'its server answered with something else',
  aborted: 'the request was cancelled',
  busy: 'its server is busy; ask again shortly',
  paused: 'its server is slow',
}

/** Playlists hide where their parts are, so that the message names no host; the log has the cause. */
export function targetFailure(cause: UpstreamError): AppError {
  const { status, kind, afterMs } = cause
  const isGone = status === 404 || status === 410
  const said = status === null ? problems[kind] : `${problems[kind]} (status ${status})`
  const why = cause instanceof BrokenPlaylist ? cause.message : said
  const message = `This part of the stream cannot be fetched: ${why}.`
  return new AppError(isGone ? 'NOT_FOUND' : 'SERVICE_UNAVAILABLE', message, {
    cause,
    ...(kind === 'busy' && { retryAfter: (afterMs ?? 1_000) / 1_000 }),
  })
}
