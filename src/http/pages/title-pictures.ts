import { AppError } from '../../core/errors.ts'
import type { Services } from '../../graphql/services.ts'
import { titlePicturePath } from '../../model/picture-links.ts'
import { chooseFormat } from '../media-server/pictures/picture-format.ts'
import { sendPicture } from '../media-server/pictures/send-picture.ts'
import { disconnectSignal } from '../disconnect-signal.ts'
import { redirect } from '../headers.ts'
import type { App } from '../server.ts'

const width = 240
const path = `${titlePicturePath}:token`

/** Small pictures of titles, for the pages: by a token that this service made, since pages load nothing from elsewhere. */
export function mountTitlePictures(
  app: App,
  { pictures, pictureLinks }: Pick<Services, 'pictures' | 'pictureLinks'>,
  isCarried: boolean,
): void {
  app.get<{ Params: { token: string } }>(path, async (request, reply) => {
    const picture = pictureLinks.pictureOf(request.params.token)
    const asked = {
      size: { fillWidth: null, fillHeight: null, maxWidth: width, maxHeight: null },
      format: chooseFormat(null, request.headers.accept, 'jpeg'),
      quality: 'usual',
      ratio: 2 / 3,
    } as const
    if (picture === null) throw new AppError('NOT_FOUND', 'There is no such picture.')
    const { address, payer } = picture
    const served = await pictures.find(address, asked, { signal: disconnectSignal(reply), payer })
    if (served) return sendPicture(request, reply, served)
    if (isCarried) throw new AppError('NOT_FOUND', 'There is no such picture.')
    return redirect(reply, address)
  })
}
