import type { FastifyReply } from 'fastify'
import { AppError } from '../../../core/errors.ts'
import { clientLeft } from '../../disconnect-signal.ts'

type Access = {
  readonly ended: AbortSignal
  /** Throws once access has ended. */
  readonly user: () => unknown
  readonly close: () => void
}

export type ReplyEnd = ReturnType<typeof createReplyEnd>

/** An answer of bytes ends when its client leaves, and with the access that it is sent by. */
export function createReplyEnd({ raw }: FastifyReply) {
  const ending = new AbortController()
  const end = (): void => ending.abort(clientLeft())
  let access: Access | null = null

  function requireAccess(): void {
    if (!access?.ended.aborted) return
    if (access.ended.reason instanceof AppError) throw access.ended.reason
    access.user()
  }

  raw.once('close', end)
  if (raw.destroyed) end()
  return {
    signal: ending.signal,

    with(given: Access): void {
      if (raw.destroyed) return given.close()
      access = given
      raw.once('close', given.close)
      given.ended.addEventListener('abort', () => (raw.headersSent ? raw.destroy() : end()))
    },

    /** Throws why access has ended, whatever that did to the work. */
    async before<T>(work: Promise<T>): Promise<T> {
      try {
        return await work
      } finally {
        requireAccess()
      }
    },
  }
}
