import { AppError } from '../../../core/errors.ts'
import type { Services } from '../../../graphql/services.ts'
import type { AskedPicture } from '../../../services/pictures/picture.ts'
import { pagePolicy, redirect } from '../../headers.ts'
import { instanceHeader } from '../../stremio/caller.ts'
import { plainId } from '../transport/plain-id.ts'
import type { ServiceRequest, ServiceRoute } from '../transport/route.ts'
import { chooseFormat } from './picture-format.ts'
import { sendPicture } from './send-picture.ts'

const paths = ['/UserImage', '/Users/:userId/Images/:type', '/Users/:userId/Images/:type/:index']

type Avatar = { readonly avatar: string; readonly configuration: number }

const hourLong = 'public, max-age=3600'
/** Apps show users small. */
const width = 400

/** Pictures of users, which may lie in their configuration. */
export function userImageRoutes({
  users,
  itemIds,
  pictures,
}: Pick<Services, 'users' | 'itemIds' | 'pictures'>): readonly ServiceRoute[] {
  async function picture(media: ServiceRequest) {
    const { params, query, request, reply } = media
    const id = plainId(params['userId'] ?? query.text('userId') ?? '')
    const found = await findAvatar(id, media)
    if (found === null) throw new AppError('NOT_FOUND', 'This user has no picture.')
    const [, type, encoded] = /^data:(image\/[\w.+-]+);base64,(.+)$/is.exec(found.avatar) ?? []
    if (!type || !encoded) return sendOther(found, media)
    reply.header('cache-control', hourLong)
    const bytes = Buffer.from(encoded, 'base64')
    const etag = `"${bytes.length.toString(36)}-${encoded.slice(-24).replaceAll(/\W/g, '')}"`
    reply.header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    // A picture that is a document of its own must not be able to run anything.
    reply.header('content-security-policy', pagePolicy({ 'style-src': "'unsafe-inline'" }))
    return reply.type(type.toLowerCase()).send(bytes)
  }

  /** One that lies elsewhere. */
  async function sendOther(
    { avatar: address, configuration: payer }: Avatar,
    media: ServiceRequest,
  ) {
    const { request, reply, caller } = media
    const ask = { signal: caller.signal, payer }
    const isService = request.headers[instanceHeader] !== undefined
    const served = isService ? null : await pictures.find(address, askedOf(media), ask)
    if (served) return sendPicture(request, reply, served)
    return redirect(reply.header('cache-control', hourLong), address)
  }

  /** Ids of other users do not tell their configuration: `of`, the id of its first user, does, or the address, or who is signed in. */
  async function findAvatar(id: string, request: ServiceRequest): Promise<Avatar | null> {
    const ref = itemIds.decode(id)
    const of = itemIds.decode(plainId(request.query.text('of') ?? ''))
    const named = ref?.kind === 'user' ? ref : of?.kind === 'user' ? of : null
    const { scope, caller } = request
    // A personal address shows its own user whatever else is named.
    const household =
      scope?.kind === 'personal'
        ? await users.scoped(scope, caller.client)
        : named
          ? await users.household(named.configuration)
          : scope
            ? await users.scoped(scope, caller.client)
            : request.token && (await caller.findUser())
    if (!household) return null
    const { configuration } = household
    const avatar = household.profiles.find((profile) => profile.id === id)?.avatar
    return avatar ? { avatar, configuration } : null
  }

  return paths.map((path) => ({ method: 'GET', path, access: 'anonymous', handle: picture }))
}

function askedOf({ query, request }: ServiceRequest): AskedPicture {
  return {
    size: { fillWidth: null, fillHeight: null, maxWidth: width, maxHeight: null },
    format: chooseFormat(query.text('format'), request.headers.accept, 'png'),
    quality: 'usual',
    ratio: 1,
  }
}
