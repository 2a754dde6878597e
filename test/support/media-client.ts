import { Jellyfin } from '@jellyfin/sdk'
import type { Api } from '@jellyfin/sdk'
import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { expect } from 'vitest'
import { validateAnswer } from './jellyfin-schema.ts'
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

/** Plain requests with a token: GET, or POST where there is a body. Answers of success are held against the standard's description. */
export function senderOf(url: string, token: string) {
  return async (path: string, body?: object, at = url) => {
    const response = await fetch(at + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-emby-token': token, 'content-type': 'application/json' },
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== ''
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
    const answer: any = isJson ? JSON.parse(text) : text
    const [plain = ''] = path.split('?', 1)
    if (response.ok && isJson) {
      expect(validateAnswer(body ? 'POST' : 'GET', plain, response.status, answer)).toEqual([])
    }
    return { status: response.status, headers: response.headers, body: answer }
  }
}
