import type { FastifyReply } from 'fastify'
import { AppError } from '../core/errors.ts'

/** An AppError, so that it is not logged as a bug. */
export function clientLeft(): AppError {
  return new AppError('BAD_REQUEST', 'The client left.')
}

/** Aborts when the client closes the connection before the answer. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => {
    if (!raw.writableFinished) controller.abort(clientLeft())
  }
  if (raw.destroyed) abort()
  else raw.once('close', abort)
  return controller.signal
}
