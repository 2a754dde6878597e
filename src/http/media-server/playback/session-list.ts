import type { RequestContext, Services } from '../../../graphql/context.ts'
import type { SessionService } from '../../../services/sessions/service.ts'
import { toItemDto } from '../items/item-dto.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { toSessionDto } from './session-dto.ts'

type Filter = Parameters<SessionService['list']>[1]

export type SessionList = ReturnType<typeof createSessionList>

/** Devices that a caller may see, with the titles that they play. */
export function createSessionList(
  documents: Pick<LibraryDocuments, 'items'>,
  { sessions }: Pick<Services, 'sessions'>,
  serverId: string,
) {
  const options = { serverId, brief: true, fields: new Set<string>(), userData: true, images: true }

  return async (context: RequestContext, filter?: Filter) => {
    const found = await sessions.list(await context.findUser(), filter)
    const ids = [...new Set(found.flatMap(({ playing: now }) => now?.itemId ?? []))]
    const nodes =
      ids.length > 0 ? (await documents.items(context, { filter: { ids } })).items.nodes : []
    const items = new Map(nodes.map((item) => [item.id, toItemDto(item, options)]))
    return found.map((session) =>
      toSessionDto(session, serverId, items.get(session.playing?.itemId ?? '') ?? null),
    )
  }
}
