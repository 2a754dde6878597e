import type { Services } from '../../../graphql/context.ts'
import { ItemImagesDocument } from '../../documents/documents.ts'
import type { ItemImagesQuery } from '../../documents/documents.ts'
import { redirect } from '../../headers.ts'
import { tagOf } from '../items/item-dto.ts'
import { unknownItem } from '../items/unknown-item.ts'
import { documentRoute } from '../transport/define-route.ts'
import type { ServiceRequest, ServiceRoute } from '../transport/route.ts'
import { sizedPicture } from './picture-sizes.ts'

const dayLong = 'public, max-age=86400'
const paths = [
  '/Items/:itemId/Images/:type',
  '/Items/:itemId/Images/:type/:index',
  '/Items/:itemId/Images/:type/:index/:tag/:format/:maxWidth/:maxHeight/:percentPlayed/:unplayedCount',
]

type Images = NonNullable<ItemImagesQuery['itemImages']>

/** Pictures of items. They are open to whoever knows the id, which nobody can guess. */
export function imageRoutes({ openItems }: Pick<Services, 'openItems'>): readonly ServiceRoute[] {
  async function picture({ params, query, caller, request, reply }: ServiceRequest) {
    const images = await openItems.images(params['itemId']!, caller)
    const address = images && pictureOf(images, params['type']!, Number(params['index'] ?? 0))
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

  return paths.map((path) => ({ method: 'GET', path, access: 'anonymous', handle: picture }))
}

/** Which pictures an item has. */
export const imageListRoute = documentRoute({
  method: 'GET',
  path: '/Items/:itemId/Images',
  access: 'signedIn',
  document: ItemImagesDocument,
  variables: ({ params }) => ({ id: params['itemId']! }),
  answer({ itemImages }) {
    if (!itemImages) throw unknownItem()
    const types = ['Primary', 'Backdrop', 'Logo', 'Thumb']
    return types.flatMap((type) => {
      const address = pictureOf(itemImages, type, 0)
      const index = type === 'Backdrop' ? { ImageIndex: 0 } : {}
      return address ? [{ ImageType: type, ImageTag: tagOf(address), Size: 0, ...index }] : []
    })
  },
})

/** There is at most one of each kind. */
function pictureOf(images: Images, type: string, index: number): string | null {
  const name = type.toLowerCase()
  if (index > 0) return null
  if (name === 'primary') return images.primary
  if (name === 'backdrop' || name === 'art') return images.backdrop
  if (name === 'logo') return images.logo
  return name === 'thumb' || name === 'banner' ? images.thumb : null
}
