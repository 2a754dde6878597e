import { afterAll, describe, expect, it } from 'vitest'
import { signInApp } from '../../support/media-client.ts'
import { startMediaHousehold } from '../../support/media-household.ts'
import type { MediaItem } from '../../support/media-household.ts'

const { anonymously, ask, faults, film, owner, service, stranger, url, userId } =
  await startMediaHousehold(afterAll)

describe('Whoever is not signed in', () => {
  it.each([
    ['GET', '/UserViews'],
    ['GET', '/Users'],
    ['GET', '/Users/Me'],
    ['GET', '/Items'],
    ['GET', '/Items/x'],
    ['POST', '/Items/x/PlaybackInfo'],
    ['GET', '/Shows/NextUp'],
    ['GET', '/UserItems/Resume'],
    ['GET', '/Sessions'],
    ['POST', '/Sessions/Playing'],
    ['POST', '/Sessions/Logout'],
    ['GET', '/System/Info'],
    ['GET', '/System/Endpoint'],
    ['GET', '/DisplayPreferences/usersettings'],
    ['POST', '/QuickConnect/Authorize'],
    ['GET', '/Devices'],
    ['GET', '/Auth/Keys'],
    ['POST', '/UserPlayedItems/x'],
    ['GET', '/Playback/BitrateTest'],
    ['GET', '/LiveTv/Programs'],
  ])('may not %s %s', async (method, path) => {
    const { status, headers } = await anonymously(path, { method })
    expect(status).toBe(401)
    // A browser would ask for a password by itself.
    expect(headers.has('www-authenticate')).toBe(false)
    const authorization = `MediaBrowser Token="${'f'.repeat(64)}"`
    expect((await anonymously(path, { method, headers: { authorization } })).status).toBe(401)
  })

  it.each([
    ['GET', '/System/Info/Public', 200],
    ['GET', '/System/Ping', 200],
    ['POST', '/System/Ping', 200],
    ['GET', '/Branding/Configuration', 200],
    ['GET', '/Branding/Css', 200],
    ['GET', '/Branding/Css.css', 200],
    ['GET', '/Users/Public', 200],
    ['GET', '/QuickConnect/Enabled', 200],
    ['GET', '/QuickConnect/Connect?secret=unknown', 404],
    ['POST', '/Users/AuthenticateByName', 401],
    ['POST', '/Users/AuthenticateWithQuickConnect', 404],
    ['GET', '/Items/<film>/Images/Primary', 200],
    ['HEAD', '/items/<film>/images/primary/0?fillWidth=300&quality=90', 200],
    ['GET', '/Items/<film>/Images/Disc', 404],
    ['GET', '/Items/unknown/Images/Primary', 404],
    ['GET', '/Users/<user>/Images/Primary', 404],
    ['GET', '/UserImage?userId=<user>', 404],
    ['GET', '/Videos/<film>/stream?static=true', 302],
    ['HEAD', '/Videos/<film>/stream.mkv?static=true', 302],
    ['GET', '/Videos/unknown/stream', 404],
  ])('may %s %s, which answers %i, with a token that has ended as well', async (...asked) => {
    const [method, written, status] = asked
    const path = written.replace('<film>', film).replace('<user>', userId)
    const authorization = `MediaBrowser Token="${'f'.repeat(64)}"`
    const both: Record<string, string>[] = [{}, { authorization }]
    for (const headers of both) {
      const answer = await anonymously(path, { method, headers })
      expect(answer.status).toBe(status)
    }
  })

  it('may ask to be let in by a code', async () => {
    const authorization = 'MediaBrowser Client="App", Device="TV", DeviceId="tv", Version="1"'
    const path = '/QuickConnect/Initiate'
    const asked = await anonymously(path, { method: 'POST', headers: { authorization } })
    expect(asked.body).toMatchObject({ Authenticated: false, DeviceId: 'tv', AppName: 'App' })
    const state = await anonymously(`/QuickConnect/Connect?secret=${asked.body.Secret}`)
    expect(state.body).toEqual(asked.body)
  })
})

describe('Whoever is signed in', () => {
  const personal = [
    ['GET', '/Users/<other>/Views'],
    ['GET', '/Users/<other>/Items'],
    ['GET', '/Users/<other>/Items/Resume'],
    ['GET', '/Users/<other>/Items/Latest'],
    ['GET', '/Users/<other>/Items/<film>'],
    ['GET', '/UserViews?userId=<other>'],
    ['GET', '/Items?userId=<other>'],
    ['GET', '/Items/<film>?USERID=<other>'],
    ['GET', '/Shows/NextUp?userId=<other>'],
    ['GET', '/UserItems/<film>/UserData?userId=<other>'],
    ['POST', '/Items/<film>/PlaybackInfo?userId=<other>'],
    ['POST', '/Users/<other>/PlayedItems/<film>'],
    ['POST', '/UserFavoriteItems/<film>?userId=<other>'],
    ['POST', '/Users/<other>/PlayingItems/<film>'],
  ] as const

  it.each(personal)('may not %s %s', async (method, path) => {
    const { body: users } = await ask('/Users')
    const kim = users.find(({ Name }: MediaItem) => Name === 'Kim').Id
    for (const other of [kim, stranger, 'x']) {
      const written = path.replace('<other>', other).replace('<film>', film)
      expect((await ask(written, { method })).status).toBe(403)
    }
  })

  it.each([
    ['POST', '/Sessions/Playing/Stopped', { PositionTicks: -1 }, 400],
    ['POST', '/Sessions/Playing/Progress', { PositionTicks: '-1' }, 400],
    ['POST', '/Sessions/Playing', { ItemId: 'x' }, 404],
    ['POST', '/Sessions/Playing', {}, 204],
    ['POST', '/Sessions/Playing/Progress', { PositionTicks: 0 }, 204],
    ['POST', '/Sessions/Playing/Stopped', { PositionTicks: 0 }, 204],
    ['POST', '/Sessions/Playing/Ping?playSessionId=x', {}, 204],
    ['POST', '/Sessions/Capabilities?playableMediaTypes=Video', null, 204],
    ['POST', '/DisplayPreferences/usersettings?client=emby', { CustomPrefs: {} }, 204],
    ['POST', '/Users/Configuration', {}, 204],
    ['POST', '/Users/<user>/Configuration', {}, 204],
    ['POST', '/ClientLog/Document', 'a log', 204],
    ['DELETE', '/Videos/ActiveEncodings?deviceId=x&playSessionId=y', null, 204],
    ['POST', '/QuickConnect/Authorize?code=000000', null, 404],
    ['GET', '/Playback/BitrateTest?Size=0', null, 400],
    ['POST', '/Users/Password', {}, 403],
    ['GET', '/Shows/x/Seasons', null, 404],
  ])('gets for %s %s %j', async (method, path, body, status) => {
    const sent = typeof body === 'string' ? body : body && { ItemId: film, ...body }
    const answer = await ask(path.replace('<user>', userId), {
      method,
      ...(sent === null ? {} : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    })
    expect(answer.status).toBe(status)
    expect(answer.text === '').toBe(status === 204)
  })

  it('gets as many bytes as it asks for', async () => {
    for (const size of [1, 500_000, 1_000_000]) {
      expect((await ask(`/Playback/BitrateTest?Size=${size}`)).text).toHaveLength(size)
    }
  })

  it('may leave before it has all of them', async () => {
    const leaving = new AbortController()
    const { body } = await fetch(`${url}/Playback/BitrateTest?Size=100000000`, {
      headers: { authorization: `MediaBrowser Token="${(await signInApp(url, owner)).token}"` },
      signal: leaving.signal,
    })
    await body!.getReader().read()
    leaving.abort()
    // The status that the log gives a client which left.
    await expect
      .poll(() => service.lines.some((line) => /BitrateTest.*"status":499/.test(line)))
      .toBe(true)
    expect(faults()).toEqual([])
  })

  it('leaves by signing out, once', async () => {
    const { token: own } = await signInApp(url, owner, 'leaving')
    const leave = () =>
      anonymously(`/Sessions/Logout?ApiKey=${own}`, { method: 'POST', body: '{}' })
    expect((await leave()).status).toBe(204)
    expect((await leave()).status).toBe(401)
  })
})

describe('Nothing of all this', () => {
  it('was a fault of the server', () => {
    expect(faults()).toEqual([])
  })
})
