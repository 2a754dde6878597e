import { rootPath } from './address.ts'

type Picture = { readonly primary: string | null }

type Pictured = {
  readonly id: string
  readonly images: Picture
  readonly seriesId?: string | null
  readonly seriesImages?: Picture | null
}

/** Path of the poster as the service keeps it, small, of parts else that of their series; null: there is none. */
export function itemPicture(item: Pictured | null): string | null {
  if (!item) return null
  const { id, images, seriesId, seriesImages } = item
  const shown = images.primary ? id : seriesImages?.primary ? seriesId : null
  return shown ? `${rootPath}/Items/${shown}/Images/Primary?fillWidth=240` : null
}
