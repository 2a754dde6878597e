import { AppError } from '../../core/errors.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { Member } from '../../model/member.ts'
import type { RequestContext } from '../context.ts'

/** What an id stands for within the member's configuration; throws NOT_FOUND. */
export function requireRef(id: string, member: Member, { services }: RequestContext): ItemRef {
  const ref = services.itemIds.decode(id)
  if (ref && ref.configuration === member.configuration) return ref
  throw unknownItem()
}

/** The item behind an id; the id of a version stands for the item that it is a version of. Throws NOT_FOUND. */
export async function requireItem(
  id: string,
  member: Member,
  ctx: RequestContext,
): Promise<LibraryItem> {
  const item = await findItem(requireRef(id, member, ctx), member, ctx)
  if (item) return item
  throw unknownItem()
}

/** Null where nothing is known. */
export async function findItem(
  ref: ItemRef,
  member: Member,
  { services, signal }: RequestContext,
): Promise<LibraryItem | null> {
  if (ref.kind !== 'version') return services.library.item(member, ref, { signal })
  const kinds = ref.episode === null ? (['movie', 'video'] as const) : (['episode'] as const)
  for (const kind of kinds) {
    const item = await services.library.item(member, { ...ref, kind, version: 0 }, { signal })
    if (item) return item
  }
  return null
}

function unknownItem(): AppError {
  return new AppError('NOT_FOUND', 'There is no such item in this configuration.')
}
