import type { ItemFieldsFragment } from '../../documents/documents.ts'
import { toItemDto } from './item-dto.ts'
import type { DtoOptions, ItemDto } from './item-dto.ts'

export type Page = {
  readonly totalCount: number
  readonly start: number
  readonly nodes: readonly ItemFieldsFragment[]
}

export function toPage({ totalCount, start, nodes }: Page, options: DtoOptions) {
  return pageOf(
    nodes.map((node) => toItemDto(node, options)),
    totalCount,
    start,
  )
}

export function pageOf(items: readonly ItemDto[], total = items.length, start = 0) {
  return { Items: items, TotalRecordCount: total, StartIndex: start }
}

export const emptyPage = { Items: [], TotalRecordCount: 0, StartIndex: 0 } as const
