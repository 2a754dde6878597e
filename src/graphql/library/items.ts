import { AppError } from '../../core/errors.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { Member } from '../../model/member.ts'
import { findItem } from '../../services/library/find-item.ts'
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
  const ref = requireRef(id, member, ctx)
  const item = await findItem(ctx.services.library, member, ref, ctx)
  if (item) return item
  throw unknownItem()
}

function unknownItem(): AppError {
  return new AppError('NOT_FOUND', 'There is no such item in this configuration.')
}
