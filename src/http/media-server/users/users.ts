import { AppError } from '../../../core/errors.ts'
import type { DeviceInfo } from '../../../model/household.ts'
import type { SignedIn } from '../../../services/users/profiles.ts'
import { pagePolicy, redirect } from '../../headers.ts'
import {
  CurrentUserDocument,
  HouseholdUserDocument,
  HouseholdUsersDocument,
} from '../../documents/documents.ts'
import { documentRoute, route } from '../transport/define-route.ts'
import { plainId } from '../transport/require-self.ts'
import type {
  DocumentRoute,
  MediaRequest,
  MediaRoute,
  MediaServerOptions,
} from '../transport/route.ts'
import { toSignedInDto } from './signed-in-dto.ts'
import { toShownUser, toUserDto } from './user-dto.ts'
import type { ServerNames } from './user-dto.ts'

/** Signing in, and who there is. */
export function userRoutes(options: MediaServerOptions): readonly (MediaRoute | DocumentRoute)[] {
  const { services } = options
  const { users, userConfigurations } = services

  async function signIn(request: MediaRequest) {
    const { body, scope, context, device } = request
    const username = body.text('Username') ?? ''
    const secret = body.text('Pw') ?? body.text('Password') ?? ''
    return signedIn(
      await users.signIn(
        { username, secret, device: device ?? strangeDevice(request), scope },
        context.client,
      ),
    )
  }

  async function signInWithCode({ body, context }: MediaRequest) {
    return signedIn(await users.redeemQuickConnect(body.text('Secret') ?? '', context.client))
  }

  async function signedIn({ user, accessToken }: SignedIn) {
    const shown = toShownUser(user.profile, await userConfigurations.of(user))
    return toSignedInDto({ user: shown, device: user.device!, accessToken }, options)
  }

  async function listPublic({ scope, context }: MediaRequest) {
    const shown = await users.publicProfiles(scope, context.client)
    return shown.map((profile) => toUserDto(toShownUser(profile), options))
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
      ? await users.household(named.configuration)
      : request.scope
        ? await users.scoped(request.scope, request.context.client)
        : request.token && (await request.findUser())
    return (household && household.profiles.find((profile) => profile.id === id)?.avatar) || null
  }

  return [
    route('POST', '/Users/AuthenticateByName', 'anonymous', signIn),
    route('POST', '/Users/AuthenticateWithQuickConnect', 'anonymous', signInWithCode),
    route('GET', '/Users/Public', 'anonymous', listPublic),
    ...listRoutes(options),
    route('POST', '/Users/Password', 'signedIn', refuse),
    route('POST', '/Users/:userId/Password', 'signedIn', refuse),
    route('POST', '/Users/:userId/Policy', 'signedIn', refuse),
    route('POST', '/Users/ForgotPassword', 'anonymous', async () => ({ Action: 'ContactAdmin' })),
    route('GET', '/UserImage', 'anonymous', picture),
    route('GET', '/Users/:userId/Images/:type', 'anonymous', picture),
    route('GET', '/Users/:userId/Images/:type/:index', 'anonymous', picture),
  ]
}

/** The users of the household, as the caller sees them. */
function listRoutes(server: ServerNames): readonly DocumentRoute[] {
  return [
    documentRoute({
      method: 'GET',
      path: '/Users',
      access: 'signedIn',
      document: HouseholdUsersDocument,
      variables: () => ({}),
      answer: ({ household }) => household.users.map((user) => toUserDto(user, server)),
    }),
    documentRoute({
      method: 'GET',
      path: '/Users/Me',
      access: 'signedIn',
      document: CurrentUserDocument,
      variables: () => ({}),
      answer: ({ household }) => toUserDto(household.currentUser, server),
    }),
    documentRoute({
      method: 'GET',
      path: '/Users/:userId',
      access: 'signedIn',
      document: HouseholdUserDocument,
      variables: ({ params }) => ({ id: plainId(params['userId']!) }),
      answer: ({ household }) => toUserDto(household.user, server),
    }),
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
