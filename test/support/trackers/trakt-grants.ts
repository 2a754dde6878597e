import type { Answer, Body } from './trakt-titles.ts'

export const client = { id: 'client of this service', secret: 'secret of this service' }

/** Codes of devices, and tokens that they were exchanged for. */
export function createGrants() {
  const tokens = new Map<string, { refresh: string; isGone: boolean }>()
  const codes = new Map<string, 'pending' | 'approved' | 'declined' | 'used' | 'expired'>()
  let issued = 0

  function grant(): { access: string; refresh: string } {
    issued += 1
    const access = `access ${issued}`
    const refresh = `refresh ${issued}`
    tokens.set(access, { refresh, isGone: false })
    return { access, refresh }
  }

  function granted(): Answer {
    const { access, refresh } = grant()
    const body = {
      access_token: access,
      token_type: 'bearer',
      expires_in: 86_400,
      refresh_token: refresh,
      scope: 'public',
      created_at: Math.floor(Date.now() / 1_000),
    }
    return { status: 200, body }
  }

  function oauth(path: string, body: Body): Answer {
    if (body['client_id'] !== client.id) return { status: 401, body: { error: 'invalid_client' } }
    if (path === '/oauth/device/code') {
      const code = `device ${codes.size + 1}`
      codes.set(code, 'pending')
      const answer = {
        device_code: code,
        user_code: '5055CC52',
        verification_url: 'https://trakt.tv/activate',
        expires_in: 600,
        interval: 5,
      }
      return { status: 200, body: answer }
    }
    if (body['client_secret'] !== client.secret) {
      return { status: 401, body: { error: 'invalid_client' } }
    }
    if (path === '/oauth/device/token') {
      const code = String(body['code'])
      const status = { pending: 400, declined: 418, used: 409, expired: 410, approved: 200 }
      const stands = codes.get(code)
      if (stands !== 'approved') return { status: stands ? status[stands] : 404 }
      codes.set(code, 'used')
      return granted()
    }
    const isAsked =
      body['grant_type'] === 'refresh_token' && body['redirect_uri'] === 'urn:ietf:wg:oauth:2.0:oob'
    const old = [...tokens].find(([, { refresh }]) => refresh === body['refresh_token'])
    if (!isAsked || !old) {
      const words = 'The provided authorization grant is invalid, expired, revoked.'
      return { status: 400, body: { error: 'invalid_grant', error_description: words } }
    }
    // A refresh token is good for once.
    tokens.delete(old[0])
    return granted()
  }

  return { tokens, codes, grant, oauth }
}
