import { rootPath } from './address.ts'

type Pictured = { readonly id: string; readonly images: { readonly primary: string | null } }

/** Path of the poster as the service keeps it, small; null: the title has none. */
export function itemPicture(item: Pictured | null): string | null {
  return item?.images.primary ? `${rootPath}/Items/${item.id}/Images/Primary?fillWidth=240` : null
}
