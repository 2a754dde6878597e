import type { Services } from '../../../graphql/services.ts'
import type { DeviceInfo } from '../../../model/household.ts'
import type { SignedIn } from '../../../services/users/sign-in-types.ts'
import type { ServiceRequest, ServiceRoute } from '../transport/route.ts'
import { toSignedInDto } from './signed-in-dto.ts'
import { toShownUser, toUserDto } from './user-dto.ts'
import type { ServerNames } from './user-dto.ts'

export function signInRoutes(
  { users, userConfigurations }: Pick<Services, 'users' | 'userConfigurations'>,
  server: ServerNames,
): readonly ServiceRoute[] {
  async function signIn(request: ServiceRequest) {
    const { body, scope, caller, device } = request
    const username = body.text('Username') ?? ''
    const secret = body.text('Pw') ?? body.text('Password') ?? ''
    return signedIn(
      await users.signIn(
        { username, secret, device: device ?? strangeDevice(request), scope },
        caller.client,
      ),
    )
  }

  async function signInWithCode({ body, scope, caller }: ServiceRequest) {
    const secret = body.text('Secret') ?? ''
    return signedIn(await users.redeemQuickConnect(secret, scope, caller.client))
  }

  async function signedIn({ user, accessToken }: SignedIn) {
    const shown = toShownUser(user.profile, await userConfigurations.of(user))
    return toSignedInDto({ user: shown, device: user.device!, accessToken }, server)
  }

  async function listPublic({ scope, caller }: ServiceRequest) {
    const shown = await users.publicProfiles(scope, caller.client)
    return shown.map((profile) =>
      toUserDto(toShownUser({ ...profile, limits: null, times: null }), server),
    )
  }

  const open = (method: 'GET' | 'POST', path: string, handle: ServiceRoute['handle']) =>
    ({ method, path, access: 'anonymous', handle }) as const

  return [
    open('POST', '/Users/AuthenticateByName', signIn),
    open('POST', '/Users/AuthenticateWithQuickConnect', signInWithCode),
    open('GET', '/Users/Public', listPublic),
  ]
}

/** An app that says nothing of itself is one device by what its requests look like. */
function strangeDevice({ request }: ServiceRequest): DeviceInfo {
  const agent = request.headers['user-agent'] ?? 'Unknown app'
  return {
    id: agent.slice(0, 200),
    name: 'Unknown device',
    client: agent.slice(0, 100),
    version: '0',
  }
}
