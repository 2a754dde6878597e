import { afterAll, describe, expect, it } from 'vitest'
import { startGuarded } from '../../support/guarded-service.ts'

describe('An API key', () => {
  it('makes no keys, and ends neither devices nor keys', async () => {
    const service = await startGuarded()
    const home = await service.home()
    const olga = await service.signIn(home.uuid, home.password)
    const makeKey = (token: string) => service.as(token, 'POST', '/Auth/Keys?app=Dashboard')
    const { body } = await makeKey(olga.token)
    const key = body.AccessToken as string
    expect(await service.whoAmI(key)).toBe(200)
    expect((await makeKey(key)).status).toBe(403)
    expect((await service.as(key, 'GET', '/Auth/Keys')).status).toBe(403)
    for (const path of [
      `/Devices?id=${olga.device}`,
      `/Auth/Keys/${olga.token}`,
      `/Auth/Keys/${key}`,
    ]) {
      expect((await service.as(key, 'DELETE', path)).status).toBe(403)
    }
    const renamed = await service.as(key, 'POST', `/Devices/Options?id=${olga.device}`, {
      CustomName: 'Mine',
    })
    expect(renamed.status).toBe(403)
    expect(await service.whoAmI(olga.token)).toBe(200)
    expect(await service.whoAmI(key)).toBe(200)
    expect((await service.as(olga.token, 'GET', '/Auth/Keys')).body.Items).toHaveLength(1)
  })
})

describe('The picture of a user', async () => {
  const service = await startGuarded({}, afterAll)

  it.each([
    'nonsense',
    'https://',
    'https://exa mple.org/kim.png',
    'https://[::1/kim.png',
    'http://example.org/kim.png',
    'javascript:alert(1)//https://example.org',
    'data:text/html,<script>',
  ])('is not %j', async (avatar) => {
    for (const media of [{ owner: { avatar } }, { users: [{ name: 'Kim', avatar }] }]) {
      const { status, body } = await service.request('/api/v1/user', {
        method: 'POST',
        json: { config: { mediaServer: media }, password: 'correct horse' },
      })
      expect(status).toBe(400)
      expect(body.error?.code).toBe('INVALID_CONFIG')
    }
  })

  it.each([
    'https://example.org/a b/ü😀/"<>\\^`{|}.png?q=ä#ö',
    'https://例え.example.org/kim.png',
    'https://example.org/kim.png\r\nset-cookie: a=b',
    'https://example.org/\u0000\u0001\u007F.png',
    'https://example.org/\uD800.png',
    'HTTPS://EXAMPLE.ORG/%zz',
  ])('that is %j is told without a fault', async (avatar) => {
    const home = await service.createUser({ mediaServer: { owner: { avatar } } })
    const { id, token } = await service.signIn(home.uuid, home.password)
    for (const path of [`/UserImage?userId=${id}`, `/Users/${id}/Images/Primary`]) {
      const { status, headers } = await service.ask('GET', path, {})
      expect(status).toBe(302)
      const location = headers.get('location') ?? ''
      expect(location).toMatch(/^[ -~]+$/)
      expect(new URL(location).href).toBe(new URL(avatar).href)
      expect(headers.has('set-cookie')).toBe(false)
    }
    expect((await service.as(token, 'GET', '/Service/Users')).status).toBe(200)
  })

  it.each([
    ['DATA:IMAGE/PNG;BASE64,iVBORw0KGgo=', 200, 'image/png'],
    ['data:image/png,ü \r\nset-cookie: a=b \u0000\uD800', 404, 'application/problem+json'],
  ])('that is %j is served or is not there: %i', async (avatar, expected, type) => {
    const home = await service.createUser({ mediaServer: { owner: { avatar } } })
    const { id } = await service.signIn(home.uuid, home.password)
    const { status, headers } = await service.ask('GET', `/UserImage?userId=${id}`, {})
    expect(status).toBe(expected)
    expect(headers.get('content-type')?.startsWith(type)).toBe(true)
    expect(headers.has('set-cookie')).toBe(false)
  })

  it('was never a fault of the server', () => {
    expect(service.lines.filter((line) => line.includes('unexpected failure'))).toEqual([])
  })
})
