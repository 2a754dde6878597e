import type { FastifyReply } from 'fastify'

type Access = { readonly ended: AbortSignal; readonly close: () => void }

export function endReply({ raw }: FastifyReply, { ended, close }: Access): void {
  if (raw.destroyed) return close()
  raw.once('close', close)
  ended.addEventListener('abort', () => raw.destroy())
}
