import { AppError } from '../../../core/errors.ts'
import type { DeviceInfo, Profile } from '../../../model/member.ts'
import type { UserConfiguration } from '../../../model/user-configuration.ts'
import type { SignedIn } from '../../../services/profiles/profiles.ts'
import { pagePolicy, redirect } from '../../headers.ts'
import { route } from '../transport/define-route.ts'
import { plainId } from '../transport/require-self.ts'
import type { MediaRequest, MediaRoute, MediaServerOptions } from '../transport/route.ts'
import { toSignedInDto } from './signed-in-dto.ts'
import { toUserDto } from './user-dto.ts'

/** Signing in, and who there is. */
export function userRoutes({
  services,
  serverId,
  serverName,
}: MediaServerOptions): readonly MediaRoute[] {
  const { profiles, userConfigurations } = services
  const dto = (profile: Profile, chosen?: UserConfiguration) =>
    toUserDto(profile, serverId, serverName, chosen)

  async function signIn(request: MediaRequest) {
    const { body, scope, context, device } = request
    const username = body.text('Username') ?? ''
    const secret = body.text('Pw') ?? body.text('Password') ?? ''
    return signedIn(
      await profiles.signIn(
        { username, secret, device: device ?? strangeDevice(request), scope },
        context.client,
      ),
    )
  }

  async function signInWithCode({ body, context }: MediaRequest) {
    return signedIn(await profiles.redeemQuickConnect(body.text('Secret') ?? '', context.client))
  }

  async function signedIn(result: SignedIn) {
    return toSignedInDto(result, serverId, serverName, await userConfigurations.of(result.member))
  }

  async function listPublic({ scope, context }: MediaRequest) {
    return (await profiles.publicProfiles(scope, context.client)).map((profile) => dto(profile))
  }

  async function list(request: MediaRequest) {
    const member = await request.member()
    const chosen = await userConfigurations.readable(member)
    return profiles.visible(member).map((profile) => dto(profile, chosen.get(profile.id)))
  }

  async function me(request: MediaRequest) {
    const member = await request.member()
    return dto(member.profile, await userConfigurations.of(member))
  }

  async function one(request: MediaRequest) {
    const wanted = plainId(request.params['userId']!)
    const member = await request.member()
    const found = profiles.visible(member).find(({ id }) => id === wanted)
    if (found) return dto(found, (await userConfigurations.readable(member)).get(found.id))
    throw new AppError('NOT_FOUND', 'There is no such user.')
  }

  async function refuse(): Promise<never> {
    throw new AppError('FORBIDDEN', 'Users and their secrets are changed in the configuration.')
  }

  async function picture(media: MediaRequest) {
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
  async function findAvatar(id: string, request: MediaRequest): Promise<string | null> {
    const ref = services.itemIds.decode(id)
    const of = services.itemIds.decode(plainId(request.query.text('of') ?? ''))
    const named = ref?.kind === 'user' ? ref : of?.kind === 'user' ? of : null
    const household = named
      ? await profiles.household(named.configuration)
      : request.scope
        ? await profiles.scoped(request.scope, request.context.client)
        : request.token && (await request.member())
    return (household && household.profiles.find((profile) => profile.id === id)?.avatar) || null
  }

  return [
    route('POST', '/Users/AuthenticateByName', 'anonymous', signIn),
    route('POST', '/Users/AuthenticateWithQuickConnect', 'anonymous', signInWithCode),
    route('GET', '/Users/Public', 'anonymous', listPublic),
    route('GET', '/Users', 'signedIn', list),
    route('GET', '/Users/Me', 'signedIn', me),
    route('GET', '/Users/:userId', 'signedIn', one),
    route('POST', '/Users/Password', 'signedIn', refuse),
    route('POST', '/Users/:userId/Password', 'signedIn', refuse),
    route('POST', '/Users/:userId/Policy', 'signedIn', refuse),
    route('POST', '/Users/ForgotPassword', 'anonymous', async () => ({ Action: 'ContactAdmin' })),
    route('GET', '/UserImage', 'anonymous', picture),
    route('GET', '/Users/:userId/Images/:type', 'anonymous', picture),
    route('GET', '/Users/:userId/Images/:type/:index', 'anonymous', picture),
  ]
}

/** An app that says nothing of itself is one device by what its requests look like. */
function strangeDevice({ request }: MediaRequest): DeviceInfo {
  const agent = request.headers['user-agent'] ?? 'Unknown app'
  return {
    id: agent.slice(0, 200),
    name: 'Unknown device',
    client: agent.slice(0, 100),
    version: '0',
  }
}
