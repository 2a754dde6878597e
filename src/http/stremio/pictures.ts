import type { FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { Services } from '../../graphql/services.ts'
import { addonPicturePath } from '../../model/picture-links.ts'
import type { PictureLinks } from '../../model/picture-links.ts'
import type { AskedPicture } from '../../services/pictures/picture.ts'
import { disconnectSignal } from '../disconnect-signal.ts'
import { redirect } from '../headers.ts'
import { chooseFormat } from '../media-server/pictures/picture-format.ts'
import { sendPicture } from '../media-server/pictures/send-picture.ts'
import type { App } from '../server.ts'
import { instanceHeader } from './caller.ts'

/** Players take whatever size there is: the width that each shows at most, and the shape that stands for a missing one. */
const kinds = {
  poster: { width: 500, ratio: 2 / 3 },
  background: { width: 1_280, ratio: 16 / 9 },
  still: { width: 500, ratio: 16 / 9 },
  logo: { width: 500, ratio: null },
} as const

type Kind = keyof typeof kinds

export type PictureAddress = (kind: Kind, address: string | null) => string | null

/** `links`: null where pictures are not served here. A service fetches pictures from their hosts itself. */
export function pictureAddresses(
  links: PictureLinks | null,
  { headers }: FastifyRequest,
  { baseUrl, configuration }: { readonly baseUrl: string; readonly configuration: number },
): PictureAddress {
  if (links === null || headers[instanceHeader] !== undefined) return (_kind, address) => address
  return (kind, address) => {
    const token = address && links.tokenOf(address, configuration)
    return token ? `${baseUrl}${addonPicturePath}${kind}/${token}` : address
  }
}

/** Open to whoever has an address, which nobody can guess: players do not sign in. */
export function mountAddonPictures(
  app: App,
  { pictures, pictureLinks }: Pick<Services, 'pictures' | 'pictureLinks'>,
): void {
  app.get<{ Params: { kind: string; token: string } }>(
    `${addonPicturePath}:kind/:token`,
    async (request, reply) => {
      const { kind, token } = request.params
      const picture = pictureLinks.pictureOf(token)
      if (!isKind(kind) || picture === null) {
        throw new AppError('NOT_FOUND', 'There is no such picture.')
      }
      const asked = askedOf(kind, request.headers.accept)
      const { address, payer } = picture
      const served = await pictures.find(address, asked, { signal: disconnectSignal(reply), payer })
      return served ? sendPicture(request, reply, served) : redirect(reply, address)
    },
  )
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(kinds, text)
}

function askedOf(kind: Kind, accept: string | undefined): AskedPicture {
  const { width, ratio } = kinds[kind]
  return {
    size: { fillWidth: null, fillHeight: null, maxWidth: width, maxHeight: null },
    format: chooseFormat(null, accept, kind === 'logo' ? 'png' : 'jpeg'),
    quality: 'usual',
    ratio,
  }
}
