import { serviceAddress } from './address.ts'
import { randomId } from './random-id.ts'
import { request } from './request.ts'
import { SignInAppDocument } from '../documents.ts'

/** Where web clients of Jellyfin keep whom they are signed in as, and the id of their device. */
const credentialsKey = 'jellyfin_credentials'
const deviceKey = '_deviceId2'

type Kept = { readonly Servers: readonly { readonly Id?: string }[] }

function readKept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(credentialsKey) ?? '') as Partial<Kept>
    return { ...found, Servers: Array.isArray(found.Servers) ? found.Servers : [] }
  } catch {
    return { Servers: [] }
  }
}

function deviceId(): string {
  const kept = localStorage.getItem(deviceKey)
  if (kept && kept.length <= 255) return kept
  const made = randomId()
  localStorage.setItem(deviceKey, made)
  return made
}

/** Signs the web client in that this service serves, and leaves the sign-in where the client looks for it. */
export async function signInWebApp(serverName: string): Promise<void> {
  const device = { id: deviceId(), name: 'Browser', client: 'Web client', version: '1' }
  const { signInApp } = await request(SignInAppDocument, { device })
  const { Servers, ...others } = readKept()
  const server = {
    Id: signInApp.serverId,
    Name: serverName,
    ManualAddress: serviceAddress,
    manualAddressOnly: true,
    // By its manual address.
    LastConnectionMode: 2,
    AccessToken: signInApp.accessToken,
    UserId: signInApp.user.id,
    DateLastAccessed: Date.now(),
  }
  const rest = Servers.filter(({ Id }) => Id !== server.Id)
  localStorage.setItem(credentialsKey, JSON.stringify({ ...others, Servers: [server, ...rest] }))
}
