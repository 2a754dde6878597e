import { afterAll, describe, expect, it } from 'vitest'
import { dashed, soonMs, startMediaHousehold } from '../../support/media-household.ts'
import type { MediaItem } from '../../support/media-household.ts'
import { head, sendRaw } from '../../support/raw-http.ts'

const { anonymously, ask, faults, film, owner, port, stranger, url, userId } =
  await startMediaHousehold(afterAll)

const names = ({ Items }: { Items: MediaItem[] }): string[] => Items.map(({ Name }) => Name)

describe('A path', () => {
  it.each([
    '/UserViews',
    '/userviews',
    '/USERVIEWS',
    '/UserViews/',
    '//UserViews',
    '/emby/UserViews',
    '/Emby/userviews',
    '/mediabrowser/UserViews',
    '/media/UserViews',
    '/MEDIA/UserViews',
    '/media//UserViews//',
    '/media/emby/UserViews',
    '/media/mediabrowser//userviews/',
    '/media/u/home/UserViews',
    '/media/U/home/emby/UserViews',
    '//media//u//home//UserViews',
    '/media/<uuid>/<secret>/UserViews',
    '/media/<UUID>/<secret>/emby/userviews',
  ])('leads to the libraries: %s', async (path) => {
    const written = path
      .replace('<uuid>', owner.uuid)
      .replace('<UUID>', owner.uuid.toUpperCase())
      .replace('<secret>', owner.token)
    expect(names((await ask(written)).body)).toEqual(['All films', 'All shows', 'By genre'])
  })

  it('may be lower-case with ids in capitals inside', async () => {
    const path = `/users/${dashed(userId)}/items/${dashed(film)}/userdata`
    expect((await ask(path)).body.ItemId).toBe(film)
  })

  it.each([
    ['/media/u/home', 'home'],
    ['/media/<uuid>/<secret>', '<uuid>'],
  ])('that names a configuration shows who lives there: %s', async (path) => {
    const base = path.replace('<uuid>', owner.uuid).replace('<secret>', owner.token)
    const { body: users } = await anonymously(`${base}/Users/Public`)
    expect(users.map(({ Name }: MediaItem) => Name)).toEqual(['Olga', 'Kim'])
    const { body: info } = await anonymously(`${base}/System/Info/Public`)
    expect(info).toMatchObject({
      LocalAddress: url + base,
      service: { pinSignIn: true, logo: `${url}/logo.svg` },
    })
    const signIn = (Username: string, Pw: string) =>
      anonymously(`${base}/Users/AuthenticateByName`, {
        method: 'POST',
        body: JSON.stringify({ Username, Pw }),
      })
    expect((await signIn('kim', '471100')).body.User.Name).toBe('Kim')
    expect((await signIn('Olga', owner.password)).body.User.Name).toBe('Olga')
    expect((await signIn('Kim', '471101')).status).toBe(401)
    expect((await signIn('Nobody', owner.password)).status).toBe(401)
  })

  it('that names a configuration with a wrong secret shows nobody, and says what may be wrong', async () => {
    const wrong = await anonymously(
      `/media/${owner.uuid}/${owner.token}/Users/AuthenticateByName`,
      {
        method: 'POST',
        body: JSON.stringify({ Username: 'Olga', Pw: 'wrong' }),
      },
    )
    for (const base of [`/media/${owner.uuid}/wrong`, `/media/${stranger}/${owner.token}`]) {
      expect((await anonymously(`${base}/Users/Public`)).body).toEqual([])
      const body = JSON.stringify({ Username: 'Olga', Pw: owner.password })
      const refused = await anonymously(`${base}/Users/AuthenticateByName`, {
        method: 'POST',
        body,
      })
      expect([refused.status, refused.body.detail]).toEqual([401, wrong.body.detail])
    }
    expect(wrong.body.detail).toContain('add the server anew')
    expect((await anonymously('/Users/Public')).body).toEqual([])
    expect((await anonymously('/System/Info/Public')).body.service.pinSignIn).toBe(false)
  })

  it('is answered to HEAD as to GET, without the body', async () => {
    for (const path of ['/System/Info/Public', `/Items/${film}`]) {
      const get = await ask(path)
      const asked = await ask(path, { method: 'HEAD' })
      expect([asked.status, asked.text]).toEqual([200, ''])
      for (const name of ['content-type', 'content-length'])
        expect(asked.headers.get(name)).toBe(get.headers.get(name))
    }
    expect((await anonymously('/UserViews', { method: 'HEAD' })).status).toBe(401)
  })

  it.each([
    ['DELETE', '/System/Info/Public', 'GET, HEAD, OPTIONS'],
    ['PUT', '/Users/AuthenticateByName', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/emby/Sessions/Playing/Stopped', 'POST, OPTIONS'],
    ['GET', '/Sessions/Logout', 'POST, OPTIONS'],
    ['HEAD', '/Sessions/Logout', 'POST, OPTIONS'],
    ['GET', '/UserFavoriteItems/x', 'POST, DELETE, OPTIONS'],
    ['DELETE', '/Items/x/PlaybackInfo', 'GET, HEAD, POST, OPTIONS'],
  ])('takes no other methods than its own: %s %s', async (method, path, allow) => {
    const { status, headers } = await anonymously(path, { method })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allow)
  })

  it.each([
    '/Nothing',
    '/media/Nothing',
    '/emby/Nothing',
    '/Users/x/y/z',
    '/Streamyfin/config',
    '/Items/x/IntroTimestamps',
    '/emby/emby/UserViews',
    '/media/media/UserViews',
    '/%00',
    '/media/u/home/Nothing',
  ])('that the standard does not know is not found: %s', async (path) => {
    expect((await ask(path)).status).toBe(404)
    expect((await ask(path, { method: 'POST' })).status).toBe(404)
  })

  it.each([
    ['slashes', `${'/'.repeat(200_000)}x`, 404],
    ['letters', `/${'x'.repeat(200_000)}`, 404],
    ['parts', '/x'.repeat(100_000), 404],
    ['encoded slashes', `/Items/${'%2F'.repeat(60_000)}`, 404],
    ['broken encodings', '/Items/%E0%A4%A', 400],
    ['encodings of nothing', `/Items/${'%zz'.repeat(1_000)}`, 400],
  ])('of nothing but %s is refused, soon', async (_what, path, status) => {
    const began = performance.now()
    const answer = await sendRaw(port, head(`GET ${path} HTTP/1.1`))
    expect(performance.now() - began).toBeLessThan(soonMs)
    expect(answer.status).toBe(status)
  })
})

describe('An answer', () => {
  const spelled = async (accept: string) => {
    const { body, headers } = await ask(`/Items/${film}`, { headers: { accept } })
    return { type: headers.get('content-type'), body }
  }

  it.each([
    'application/json;profile="CamelCase"',
    'application/json; profile=CamelCase',
    'application/json; Profile="camelcase", application/json; q=0.5',
    'text/html, application/json;profile="CamelCase"',
  ])('spells names the other way for %s', async (accept) => {
    const { type, body } = await spelled(accept)
    expect(type).toBe('application/json; charset=utf-8; profile="CamelCase"')
    expect(body).toMatchObject({ id: film, userData: { itemId: film }, mediaSources: {} })
    // What is data keeps its spelling.
    expect(body.providerIds).toHaveProperty('Imdb')
  })

  it.each([
    '*/*',
    'application/json',
    'application/json;profile="PascalCase"',
    'application/json, application/json;profile="CamelCase", application/json;profile="PascalCase"',
    'text/plain, application/json, application/json;profile="CamelCase"',
    'no such thing',
  ])('spells names as the standard does for %s', async (accept) => {
    const { type, body } = await spelled(accept)
    expect(type).toBe('application/json; charset=utf-8')
    expect(body.Id).toBe(film)
  })

  it('comes soon whatever the client says that it takes', async () => {
    for (const accept of [', '.repeat(60_000), `${' '.repeat(150_000)}x`, 'a,'.repeat(90_000)]) {
      const began = performance.now()
      expect((await spelled(`text/html${accept}application/json`)).body.Id).toBe(film)
      expect(performance.now() - began).toBeLessThan(soonMs)
    }
  })

  it('leaves out what it does not know instead of writing null', async () => {
    for (const path of [`/Items/${film}`, '/Users/Me', '/Sessions', '/System/Info']) {
      expect((await ask(path)).text).not.toMatch(/:null[,}]/)
    }
  })
})

describe('Nothing of all this', () => {
  it('was a fault of the server', () => {
    expect(faults()).toEqual([])
  })
})
