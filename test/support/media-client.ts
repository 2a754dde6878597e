import { Jellyfin } from '@jellyfin/sdk'
import type { Api } from '@jellyfin/sdk'
import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import type { Auth } from './service.ts'

/** An app of the standard SDK on a device of its own, not signed in. */
export function createApp(address: string, device = 'living-room'): Api {
  const app = new Jellyfin({
    clientInfo: { name: 'Test App', version: '1.0.0' },
    deviceInfo: { name: `The ${device}`, id: device },
  })
  return app.createApi(address)
}

/** The same, signed in as the own user of a configuration. */
export async function signInApp(url: string, { uuid, password }: Auth, device?: string) {
  const app = createApp(url, device)
  const { data } = await getAuthenticationApi(app).authenticateUserByName({
    authenticateUserByName: { Username: uuid, Pw: password },
  })
  app.update({ accessToken: data.AccessToken! })
  return { app, userId: data.User!.Id!, token: data.AccessToken!, signedIn: data }
}
