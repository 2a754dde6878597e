import { createLoopQueue } from '../../../core/loop-queue.ts'
import type { Services } from '../../../graphql/services.ts'
import { sizedPicture } from '../../../services/pictures/host-sizes.ts'
import type { AskedPicture } from '../../../services/pictures/picture.ts'
import { ItemImagesDocument } from '../../documents/documents.ts'
import type { ItemImagesQuery } from '../../documents/documents.ts'
import { redirect } from '../../headers.ts'
import { instanceHeader } from '../../stremio/caller.ts'
import { tagOf } from '../items/item-dto.ts'
import { unknownItem } from '../items/unknown-item.ts'
import { knownUser } from '../transport/access.ts'
import { tokenHeaders } from '../transport/authorization.ts'
import { documentRoute } from '../transport/define-route.ts'
import type { ServiceRequest, ServiceRoute } from '../transport/route.ts'
import { chooseFormat } from './picture-format.ts'
import { dayLong, sendPicture } from './send-picture.ts'

/** A user with limits may be kept from it. */
const varyingRedirect = tokenHeaders.join(', ')
const varyingPicture = `accept, ${varyingRedirect}`
const lowQuality = 60
const paths = [
  '/Items/:itemId/Images/:type',
  '/Items/:itemId/Images/:type/:index',
  '/Items/:itemId/Images/:type/:index/:tag/:format/:maxWidth/:maxHeight/:percentPlayed/:unplayedCount',
]

type Images = NonNullable<ItemImagesQuery['itemImages']>
type ImageServices = Pick<Services, 'pictures'> & {
  readonly openItems: Pick<Services['openItems'], 'images'>
}

/** Pictures of items. They are open to whoever knows the id, which nobody can guess; those of lists may need their tag. */
export function imageRoutes({ openItems, pictures }: ImageServices): readonly ServiceRoute[] {
  const admitted = createLoopQueue()

  async function picture(media: ServiceRequest) {
    const { params, request } = media
    await admitted(media.caller.signal)
    const images = await openItems.images(params['itemId']!, {
      signal: media.caller.signal,
      caller: await knownUser(media),
    })
    const address = images && addressOf(images, media)
    if (!images || !address) throw unknownItem()
    // A service that asks a service makes its own sizes; and this one does not wait for itself.
    const isService = request.headers[instanceHeader] !== undefined
    const ask = { signal: media.caller.signal, payer: images.configuration }
    const served = isService ? null : await pictures.find(address, askedOf(media, images), ask)
    return served
      ? sendPicture(request, media.reply, served, varyingPicture)
      : redirectTo(address, media)
  }

  return paths.map((path) => ({ method: 'GET', path, access: 'anonymous', handle: picture }))
}

/** The tag of a list's picture is told to those alone who see all of it. */
function addressOf(images: Images & { withoutTag: Images }, media: ServiceRequest): string | null {
  const { type, index } = media.params
  const found = (of: Images): string | null => pictureOf(of, type!, Number(index ?? 0))
  const whole = found(images)
  const isNamed = whole !== null && textOf(media, 'tag') === tagOf(whole)
  return isNamed ? whole : found(images.withoutTag)
}

/** To the smallest sufficient size that the host of the picture is known to offer. */
function redirectTo(address: string, { query, request, reply }: ServiceRequest) {
  const width = ['fillWidth', 'maxWidth', 'width']
    .map((name) => query.number(name))
    .find((value) => value !== null)
  const target = width && width > 0 ? sizedPicture(address, width) : address
  const etag = `"${tagOf(target)}"`
  reply.headers({ etag, vary: varyingRedirect, 'cache-control': dayLong })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return redirect(reply, target)
}

function textOf({ query, params }: ServiceRequest, name: string): string | null {
  return query.text(name) ?? params[name] ?? null
}

function askedOf(media: ServiceRequest, images: { primaryRatio: number | null }): AskedPicture {
  const pixels = (name: string): number | null => {
    const value = Math.ceil(Number(textOf(media, name)))
    return value > 0 ? value : null
  }
  const smaller = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? (one ?? other) : Math.min(one, other)
  const { params, request } = media
  const type = params['type']!.toLowerCase()
  const isLogo = type === 'logo'
  const wide = 16 / 9
  const ratio = type === 'primary' ? (images.primaryRatio ?? 2 / 3) : wide
  const quality = pixels('quality')
  return {
    size: {
      fillWidth: pixels('fillWidth'),
      fillHeight: pixels('fillHeight'),
      maxWidth: smaller(pixels('width'), pixels('maxWidth')),
      maxHeight: smaller(pixels('height'), pixels('maxHeight')),
    },
    format: chooseFormat(textOf(media, 'format'), request.headers.accept, isLogo ? 'png' : 'jpeg'),
    quality: quality !== null && quality <= lowQuality ? 'low' : 'usual',
    ratio: isLogo ? null : ratio,
  }
}

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

function pictureOf(images: Images, type: string, index: number): string | null {
  const name = type.toLowerCase()
  if (index > 0) return null
  if (name === 'primary') return images.primary
  if (name === 'backdrop' || name === 'art') return images.backdrop
  if (name === 'logo') return images.logo
  return name === 'thumb' || name === 'banner' ? images.thumb : null
}
