import type { Services } from '../../../graphql/context.ts'
import type { LibraryItem } from '../../../model/library-item.ts'
import { redirect } from '../../headers.ts'
import { tagOf } from '../items/item-dto.ts'
import { unknownItem } from '../items/unknown-item.ts'
import { sizedPicture } from './picture-sizes.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'

const dayLong = 'public, max-age=86400'

/** Pictures of items. They are open to whoever knows the id, which nobody can guess. */
export function imageRoutes({ openItems }: Pick<Services, 'openItems'>): readonly MediaRoute[] {
  async function picture({ params, query, context, request, reply }: MediaRequest) {
    const item = await openItems.find(params['itemId']!, context)
    const address = item && pictureOf(item, params['type']!, Number(params['index'] ?? 0))
    if (!address) throw unknownItem()
    const width = ['fillWidth', 'maxWidth', 'width']
      .map((name) => query.number(name))
      .find((value) => value !== null)
    const target = sizedPicture(address, width ?? null)
    const etag = `"${tagOf(target)}"`
    reply.headers({ etag, 'cache-control': dayLong })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return redirect(reply, target)
  }

  async function list({ params, context }: MediaRequest) {
    const item = await openItems.find(params['itemId']!, context)
    if (!item) throw unknownItem()
    const types = ['Primary', 'Backdrop', 'Logo', 'Thumb']
    return types.flatMap((type) => {
      const address = pictureOf(item, type, 0)
      const index = type === 'Backdrop' ? { ImageIndex: 0 } : {}
      return address ? [{ ImageType: type, ImageTag: tagOf(address), Size: 0, ...index }] : []
    })
  }

  const paths = [
    '/Items/:itemId/Images/:type',
    '/Items/:itemId/Images/:type/:index',
    '/Items/:itemId/Images/:type/:index/:tag/:format/:maxWidth/:maxHeight/:percentPlayed/:unplayedCount',
  ]
  return [
    ...paths.map((path): MediaRoute => ({
      method: 'GET',
      path,
      access: 'anonymous',
      handle: picture,
    })),
    { method: 'GET', path: '/Items/:itemId/Images', access: 'signedIn', handle: list },
  ]
}

/** Parts of a series show the pictures of the series where they have none of their own. */
function pictureOf({ images, series }: LibraryItem, type: string, index: number): string | null {
  const name = type.toLowerCase()
  if (index > 0) return null
  const find = (from: LibraryItem['images']): string | null => {
    if (name === 'primary') return from.primary
    if (name === 'backdrop' || name === 'art') return from.backdrop
    if (name === 'logo') return from.logo
    return name === 'thumb' || name === 'banner' ? from.thumb : null
  }
  return find(images) ?? (series ? find(series.images) : null)
}
