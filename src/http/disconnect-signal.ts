import type { FastifyReply } from 'fastify'
import { AppError } from '../core/errors.ts'

/** Aborts when the client closes the connection before the answer. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => {
    // An AppError, so that it is not logged as a bug.
    if (!raw.writableFinished) controller.abort(new AppError('BAD_REQUEST', 'The client left.'))
  }
  if (raw.destroyed) abort()
  else raw.once('close', abort)
  return controller.signal
}
