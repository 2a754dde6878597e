import { post } from '../transport/define-route.ts'
import { readDeviceProfile } from './device-profile.ts'
import { plainId } from '../transport/require-self.ts'
import type { MediaRequest, MediaRoute, MediaServerOptions } from '../transport/route.ts'
import type { SessionList } from './session-list.ts'

/** Who plays what, and what an app can do. */
export function sessionRoutes(
  sessions: SessionList,
  { services }: MediaServerOptions,
): readonly MediaRoute[] {
  const { users } = services

  async function list(request: MediaRequest) {
    const { query, context } = request
    const seconds = query.number('activeWithinSeconds')
    const controller = query.text('controllableByUserId')
    return sessions(context, {
      deviceId: query.text('deviceId'),
      activeWithinMs: seconds === null ? null : Math.max(0, seconds) * 1_000,
      controllableBy: controller === null ? null : plainId(controller),
    })
  }

  async function capabilities(request: MediaRequest) {
    const { body, query } = request
    const given = (name: string): unknown => body.raw(name) ?? query.raw(name)
    const says = (name: string) => body.flag(name) ?? query.flag(name)
    const user = await request.findUser()
    const profile = readDeviceProfile(body)
    if (profile) services.deviceProfiles.set(user, profile)
    await services.sessions.setCapabilities(user, {
      PlayableMediaTypes: given('PlayableMediaTypes'),
      SupportedCommands: given('SupportedCommands'),
      SupportsMediaControl: says('SupportsMediaControl') ?? false,
      SupportsPersistentIdentifier: says('SupportsPersistentIdentifier') ?? true,
    })
  }

  async function signOut(request: MediaRequest) {
    await users.signOut(await request.findUser())
  }

  return [
    { method: 'GET', path: '/Sessions', access: 'signedIn', handle: list },
    post('/Sessions/Capabilities', capabilities),
    post('/Sessions/Capabilities/Full', capabilities),
    post('/Sessions/Logout', signOut),
    post('/Sessions/Viewing', async () => undefined),
  ]
}
