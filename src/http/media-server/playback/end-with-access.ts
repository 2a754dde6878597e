import type { FastifyReply } from 'fastify'
import type { User } from '../../../model/household.ts'
import type { ServiceRequest } from '../transport/route.ts'

type Access = { readonly ended: AbortSignal; readonly close: () => void }

/** Cuts the connection when the user loses access; the first user of a household has no hours. */
export async function endWithAccess(
  { caller, reply }: Pick<ServiceRequest, 'caller' | 'reply'>,
  user: User | null,
): Promise<void> {
  if (user && !user.profile.isOwner) endReply(reply, await caller.follow(() => {}))
}

export function endReply({ raw }: FastifyReply, { ended, close }: Access): void {
  if (raw.destroyed) return close()
  raw.once('close', close)
  ended.addEventListener('abort', () => raw.destroy())
}
