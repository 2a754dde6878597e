import type { ServerResponse } from 'node:http'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { closed, closesIn, startTimedHome } from '../../support/timed-home.ts'
import { startUpstream } from '../../support/upstream.ts'

const parts = new Set<ServerResponse>()
let isSlow = false
/** A playlist whose only part is a film that begins, and goes on when the test says so. */
const video = await startUpstream(
  ({ url }, response) => {
    if (url !== '/film.mp4') return void response.end('#EXTM3U\n#EXTINF:7200,\nfilm.mp4\n')
    parts.add(response)
    response.once('close', () => parts.delete(response))
    if (isSlow) return undefined
    return void response.writeHead(200, { 'content-type': 'video/mp4' }).write('begins')
  },
  '127.0.0.1',
  afterAll,
)
const home = await startTimedHome(afterAll, `${video.url}/film.m3u8`)
const { service, film, olga, kim, limit, send } = home

/** The address of the part of the film's playlist that this user reads; players ask for parts without a token. */
async function addressOf({ token }: typeof kim): Promise<URL> {
  const { text } = await send(token, 'POST', `/Items/${film}/PlaybackInfo`, {})
  const [{ Id }] = JSON.parse(text).MediaSources
  const address = `${service.url}/Videos/${film}/stream?mediaSourceId=${Id}&api_key=${token}`
  const [, , part] = (await (await fetch(address)).text()).split('\n')
  expect(part).not.toContain(token)
  return new URL(part!, address)
}

const partOf = async (user: typeof kim): Promise<Response> => fetch(await addressOf(user))

const endings: [when: string, limits: () => object, status: number][] = [
  ['their hours end', () => ({ accessSchedules: closesIn(1_000) }), 403],
  ['they are given other hours', () => ({ accessSchedules: closed() }), 403],
  ['they are removed', () => ({ name: 'Somebody else' }), 404],
]

it.each(endings)('A part that has not begun is refused when %s', async (_when, limits, status) => {
  await limit({})
  const { token } = await home.signIn('Kim', 'player')
  const address = await addressOf({ ...kim, token })
  isSlow = true
  onTestFinished(() => void (isSlow = false))
  const answer = fetch(address)
  await expect.poll(() => parts.size).toBe(1)
  await limit(limits())
  expect((await answer).status).toBe(status)
  await expect.poll(() => parts.size).toBe(0)
})

it.each<[why: string, limits: object]>([
  ['its genre is blocked', { blockedGenres: ['Drama'] }],
  ['it has no rating, and such titles are blocked', { blockUnrated: true }],
])('A part of a film that a user may not watch any more is refused: %s', async (_why, limits) => {
  await limit({})
  const { token } = await home.signIn('Kim', 'player')
  const [ofKim, ofOlga] = [await addressOf({ ...kim, token }), await addressOf(olga)]
  const statusOf = async (address: URL) => {
    const answer = await fetch(address)
    await answer.body!.cancel()
    return answer.status
  }
  expect([await statusOf(ofKim), await statusOf(ofOlga)]).toEqual([200, 200])
  await limit(limits)
  expect([await statusOf(ofKim), await statusOf(ofOlga)]).toEqual([404, 200])
  await limit({})
  expect(await statusOf(ofKim)).toBe(200)
})

it.each(endings)(
  'A long part of a playlist that a user reads ends when %s',
  async (_when, limits, status) => {
    await limit({})
    const { token } = await home.signIn('Kim', 'player')
    const [ofKim, ofOlga] = [await partOf({ ...kim, token }), await partOf(olga)]
    onTestFinished(() => ofOlga.body!.cancel().catch(() => {}))
    expect([ofKim.status, ofOlga.status, parts.size]).toEqual([200, 200, 2])
    await limit(limits())
    await expect(ofKim.arrayBuffer()).rejects.toThrow('terminated')
    await expect.poll(() => parts.size).toBe(1)
    expect((await fetch(ofKim.url)).status).toBe(status)
    for (const part of parts) part.end(' and ends')
    expect(await ofOlga.text()).toBe('begins and ends')
  },
)
