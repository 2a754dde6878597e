import { AppError } from '../../../core/errors.ts'
import type { Services } from '../../../graphql/context.ts'
import { pagePolicy, redirect } from '../../headers.ts'
import { plainId } from '../transport/plain-id.ts'
import type { ServiceRequest, ServiceRoute } from '../transport/route.ts'

const paths = ['/UserImage', '/Users/:userId/Images/:type', '/Users/:userId/Images/:type/:index']

/** Pictures of users, which may lie in their configuration. */
export function userImageRoutes({
  users,
  itemIds,
}: Pick<Services, 'users' | 'itemIds'>): readonly ServiceRoute[] {
  async function picture(media: ServiceRequest) {
    const { params, query, request, reply } = media
    const id = plainId(params['userId'] ?? query.text('userId') ?? '')
    const avatar = await findAvatar(id, media)
    const [, type, encoded] = /^data:(image\/[\w.+-]+);base64,(.+)$/is.exec(avatar ?? '') ?? []
    if (avatar === null) throw new AppError('NOT_FOUND', 'This user has no picture.')
    reply.header('cache-control', 'public, max-age=3600')
    if (!type || !encoded) return redirect(reply, avatar)
    const bytes = Buffer.from(encoded, 'base64')
    const etag = `"${bytes.length.toString(36)}-${encoded.slice(-24).replaceAll(/\W/g, '')}"`
    reply.header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    // A picture that is a document of its own must not be able to run anything.
    reply.header('content-security-policy', pagePolicy({ 'style-src': "'unsafe-inline'" }))
    return reply.type(type.toLowerCase()).send(bytes)
  }

  /** Ids of other users do not tell their configuration: `of`, the id of its first user, does, or the address, or who is signed in. */
  async function findAvatar(id: string, request: ServiceRequest): Promise<string | null> {
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
    return (household && household.profiles.find((profile) => profile.id === id)?.avatar) || null
  }

  return paths.map((path) => ({ method: 'GET', path, access: 'anonymous', handle: picture }))
}
