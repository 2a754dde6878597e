import { afterAll, describe, expect, it } from 'vitest'
import { startGuarded } from '../../support/guarded-service.ts'
import { startListSource } from '../../support/list-source.ts'

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

describe.each(['carry', 'redirect'])(
  'The poster of a title, with PICTURES=%s',
  async (PICTURES) => {
    const posters = [
      'https://example.org/a b/ü😀/"<>\\^`{|}.png?q=ä#ö',
      'https://例え.example.org/poster.png',
      'https://example.org/poster.png\r\nset-cookie: a=b',
      'https://example.org/\u0000\u0001\u007F.png',
      'https://example.org/\uD800.png',
    ]
    const titles = posters.map((poster, index) => ({
      id: `tt${1_000_001 + index}`,
      type: 'movie' as const,
      name: `Film ${index}`,
      poster,
    }))
    const { source } = await startListSource({
      titles,
      catalogs: [{ type: 'movie', id: 'films', name: 'Films', titles: titles.map(({ id }) => id) }],
      episodes: () => [],
      ends: afterAll,
    })
    const service = await startGuarded({ PICTURES }, afterAll)
    const home = await service.createUser({ sources: [source] })
    const { token } = await service.signIn(home.uuid, home.password)
    const list = '/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName'
    const { Items } = (await service.as(token, 'GET', list)).body

    it.each(posters.map((poster, index) => ({ poster, index })))(
      'that is $poster is told without a fault',
      async ({ index }) => {
        const { status, headers } = await service.ask(
          'GET',
          `/Items/${Items[index].Id}/Images/Primary`,
          {},
        )
        expect([200, 302, 404]).toContain(status)
        expect(headers.get('location') ?? '').toMatch(/^[ -~]*$/)
        expect(headers.has('set-cookie')).toBe(false)
      },
    )

    it('was never a fault of the server', () => {
      expect(service.lines.filter((line) => line.includes('unexpected failure'))).toEqual([])
    })
  },
)

describe.each([
  ['carry', 200],
  ['redirect', 302],
])('The picture of a user, with PICTURES=%s', async (PICTURES, expected) => {
  const service = await startGuarded({ PICTURES }, afterAll)

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
      const location = PICTURES === 'redirect' ? new URL(avatar).href : null
      expect([status, headers.get('location')]).toEqual([expected, location])
      expect(headers.has('set-cookie')).toBe(false)
    }
    expect((await service.as(token, 'GET', '/Service/Users')).status).toBe(200)
  })

  it.each([
    ['DATA:IMAGE/PNG;BASE64,iVBORw0KGgo=', 200, 'image/png'],
    ['data:image/png,ü \r\nset-cookie: a=b \u0000\uD800', 404, 'application/problem+json'],
  ])('that is %j is served or is not there: %i', async (avatar, served, type) => {
    const home = await service.createUser({ mediaServer: { owner: { avatar } } })
    const { id } = await service.signIn(home.uuid, home.password)
    const { status, headers } = await service.ask('GET', `/UserImage?userId=${id}`, {})
    expect(status).toBe(served)
    expect(headers.get('content-type')?.startsWith(type)).toBe(true)
    expect(headers.has('set-cookie')).toBe(false)
  })

  it('was never a fault of the server', () => {
    expect(service.lines.filter((line) => line.includes('unexpected failure'))).toEqual([])
  })
})
