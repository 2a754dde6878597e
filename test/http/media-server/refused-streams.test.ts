import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { closed, closesIn, startTimedHome } from '../../support/timed-home.ts'
import { silent, startUpstream } from '../../support/upstream.ts'

const video = await startUpstream(silent, '127.0.0.1', afterAll)
const home = await startTimedHome(afterAll, `${video.url}/film.mkv`)
const { service, owner, olga, film, limit, send, signIn } = home

const comeBack = /come back on \w+day at 00:00 \(Etc\/GMT/
const path = `/Items/${film}/PlaybackInfo`
const { MediaSources } = JSON.parse((await send(olga.token, 'POST', path, {})).text)

type Device = Awaited<ReturnType<typeof signIn>>
const withToken = async ({ token }: Device): Promise<string> =>
  `${service.url}/Videos/${film}/stream?mediaSourceId=${MediaSources[0].Id}&api_key=${token}`

async function recorded(): Promise<string> {
  const base = `/stremio/${owner.uuid}/${owner.token}/u/Kim`
  const { text } = await service.request(`${base}/stream/movie/tt1000000.json`)
  return JSON.parse(text).streams[0].url
}

const hours = () => limit({ accessSchedules: closed() })
const out = async ({ token }: Device) => void (await send(token, 'POST', '/Sessions/Logout'))
const removed = () => limit({ name: 'Somebody else' })
const over = () => limit({ accessSchedules: closesIn(1_000) })

describe('A stream whose server has not answered yet is refused', () => {
  beforeEach(() => limit({}))

  it.each([
    ['with a token, when the hours of its user end', withToken, over, 403, comeBack],
    ['with a token, when its user is given other hours', withToken, hours, 403, comeBack],
    ['with a token, when its device is signed out', withToken, out, 401, /sign in/i],
    ['with a token, when its user is removed', withToken, removed, 401, /sign in/i],
    ['of the addon, when the hours of its user end', recorded, over, 403, comeBack],
    ['of the addon, when its user is given other hours', recorded, hours, 403, comeBack],
    ['of the addon, when its user is removed', recorded, removed, 401, /link has ended/],
  ])('%s', async (_what, addressOf, end, status, why) => {
    const kim = await signIn('Kim', 'player')
    const before = video.paths.length
    const asking = fetch(await addressOf(kim))
    await expect.poll(() => video.paths.length).toBe(before + 1)
    await end(kim)
    const answer = await asking
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(why)])
    await expect.poll(() => video.openSockets()).toBe(0)
  })
})
