import { AppError } from '../../../core/errors.ts'
import type { KnownDevice } from '../../../services/profiles/profiles.ts'
import { route } from '../transport/define-route.ts'
import { pageOf } from '../items/pages.ts'
import type { MediaRequest, MediaRoute, MediaServerOptions } from '../transport/route.ts'
import { dateText } from '../transport/times.ts'

const noCapabilities = {
  PlayableMediaTypes: [],
  SupportedCommands: [],
  SupportsMediaControl: false,
  SupportsPersistentIdentifier: false,
} as const

/** Devices that are signed in, and keys for programs. */
export function deviceRoutes({
  services: { profiles },
}: MediaServerOptions): readonly MediaRoute[] {
  async function list(request: MediaRequest) {
    const devices = await profiles.devices(await request.member())
    return { ...pageOf([], devices.length), Items: devices.map(describe) }
  }

  async function one(request: MediaRequest) {
    const id = request.query.text('id')
    const found = (await profiles.devices(await request.member())).find(
      (device) => device.id === id,
    )
    if (!found) throw new AppError('NOT_FOUND', 'There is no such device.')
    return describe(found)
  }

  async function options(request: MediaRequest) {
    const { name, id } = await one(request).then(({ Name, Id }) => ({ name: Name, id: Id }))
    return { Id: 0, DeviceId: id, CustomName: name }
  }

  async function rename(request: MediaRequest) {
    const name = request.body.text('CustomName')
    const id = request.query.text('id')
    if (id === null || name === null) return
    await profiles.renameDevice(await request.member(), id, name)
  }

  async function remove(request: MediaRequest) {
    await profiles.revokeDevice(await request.member(), request.query.text('id') ?? '')
  }

  async function keys(request: MediaRequest) {
    const member = await request.member()
    const found = await profiles.apiKeys(member)
    const items = found.map(({ number, name, createdAt }) => ({
      Id: number,
      AccessToken: '',
      AppName: name,
      UserId: member.profile.id,
      IsActive: true,
      DateCreated: dateText(createdAt),
      DateLastActivity: dateText(createdAt),
    }))
    return { ...pageOf([], items.length), Items: items }
  }

  /** The key is told now and never again. */
  async function createKey(request: MediaRequest) {
    const name = request.query.text('app') ?? 'A program'
    const { key } = await profiles.createApiKey(await request.member(), name)
    return { AccessToken: key, AppName: name }
  }

  async function removeKey(request: MediaRequest) {
    await profiles.revokeKey(await request.member(), request.params['key']!)
  }

  return [
    route('GET', '/Devices', 'signedIn', list),
    route('DELETE', '/Devices', 'signedIn', remove),
    route('GET', '/Devices/Info', 'signedIn', one),
    route('GET', '/Devices/Options', 'signedIn', options),
    route('POST', '/Devices/Options', 'signedIn', rename),
    route('GET', '/Auth/Keys', 'signedIn', keys),
    route('POST', '/Auth/Keys', 'signedIn', createKey),
    route('DELETE', '/Auth/Keys/:key', 'signedIn', removeKey),
  ]
}

function describe({ id, name, client, version, profile, lastSeenAt }: KnownDevice) {
  return {
    Name: name,
    Id: id,
    LastUserName: profile.name,
    LastUserId: profile.id,
    AppName: client,
    AppVersion: version,
    DateLastActivity: dateText(lastSeenAt),
    Capabilities: noCapabilities,
  }
}
