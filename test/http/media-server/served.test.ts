import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { mediaRoutes } from '../../../src/http/media-server/routes.ts'
import { serviceRoutes } from '../../../src/http/media-server/service-routes.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { routeOptions } from '../../support/route-options.ts'

const limits = { RATE_LIMIT_SIGN_IN: 'off' }
const before = await startService(limits, afterAll)
const on = await before.createUser({ name: 'On' })
const off = await before.createUser({ name: 'Off' })
const service = await startService(
  {
    ...limits,
    DATA_DIR: before.dataDir,
    ALIASED_CONFIGURATIONS: `on:${on.uuid}:${on.password},off:${off.uuid}:${off.token},bare:${on.uuid}`,
  },
  afterAll,
)
const { url } = service
const here = await signInApp(url, on)
const there = await signInApp(url, off)

async function switchOff(enabled: boolean): Promise<void> {
  const json = { config: { name: 'Off', mediaServer: { enabled } } }
  const { status } = await service.request('/api/v1/user', { method: 'PUT', auth: off, json })
  expect(status).toBe(200)
}
await switchOff(false)

/** Every path of the media server, with its method. */
const routes = [
  ...mediaRoutes(routeOptions),
  ...serviceRoutes(service.service.services, routeOptions),
]
const asked = [
  ...routes.map(({ method, path }) => [method, path.replaceAll(/:\w+/g, 'x')] as const),
  ['GET', ''],
  ['GET', '/Nothing'],
  ['DELETE', '/System/Info/Public'],
] as const

const status = async (method: string, path: string, token?: string, body: string | null = null) => {
  const headers: HeadersInit = token === undefined ? {} : { 'x-emby-token': token }
  const response = await fetch(url + path, { method, headers, body, redirect: 'manual' })
  await response.arrayBuffer()
  return response.status
}

describe('An address', () => {
  it.each([
    ['of a configuration whose media server is off', `/media/${off.uuid}/${off.token}`],
    ['the same in capitals', `/MEDIA/${off.uuid.toUpperCase()}/${off.token}/emby`],
    ['of an alias of such a configuration', '/media/u/off'],
    ['of an alias without a secret', '/media/u/bare'],
    ['of an alias that there is not', '/media/u/nowhere'],
  ])('%s is none, whatever is asked there and whoever asks', async (_what, base) => {
    for (const token of [undefined, there.token, here.token]) {
      // Who is signed in to the configuration of an alias does not give the alias a secret.
      for (const [method, path] of asked) {
        const answer = [method, path, await status(method, base + path, token)]
        expect(answer).toEqual([method, path, 404])
      }
    }
    expect(await status('POST', `${base}/Users/AuthenticateByName`, undefined, 'no JSON')).toBe(404)
    const socket = new WebSocket(`${url.replace('http', 'ws')}${base}/socket?api_key=${here.token}`)
    const refusal = await new Promise<Error>((resolve) => {
      socket.once('error', resolve)
    })
    expect(refusal.message).toContain('404')
  })

  it('with a wrong secret does not tell whether the media server is on', async () => {
    const wrong = `${off.token.slice(0, -4)}aaaa`
    for (const path of ['/System/Info/Public', '/Users/Public', '/Users/Me']) {
      const answers = [off, on].map(({ uuid }) => status('GET', `/media/${uuid}/${wrong}${path}`))
      const [one, other] = await Promise.all(answers)
      expect([path, one]).toEqual([path, other])
    }
  })

  it.each([
    ['the plain address', ''],
    ['one with the secret', `/media/${on.uuid}/${on.token}`],
    ['that of an alias', '/media/u/on'],
  ])('that is served announces what is on: %s', async (_what, base) => {
    const info = await fetch(`${url}${base}/System/Info/Public`)
    const { service: extra } = (await info.json()) as { service: Record<string, unknown> }
    expect(extra).toMatchObject({
      features: { users: 1, history: 1, configSignIn: 1 },
      configureUrl: `${url}/configure`,
    })
    expect(await status('GET', `${base}/Users/Me`, here.token)).toBe(200)
    // As `configSignIn` says, wherever it is said.
    for (const Username of [on.uuid, on.uuid.toUpperCase(), `${on.uuid}/On`, 'on', 'on/on']) {
      const body = JSON.stringify({ Username, Pw: on.password })
      const path = `${base}/Users/AuthenticateByName`
      expect([Username, await status('POST', path, undefined, body)]).toEqual([Username, 200])
    }
  })

  it('comes back when the media server is switched on again', async () => {
    const path = `/media/${off.uuid}/${off.token}/System/Info/Public`
    expect(await status('GET', path)).toBe(404)
    await switchOff(true)
    expect(await status('GET', path)).toBe(200)
    expect(await status('GET', '/media/u/off/System/Info/Public')).toBe(200)
    await switchOff(false)
    expect(await status('GET', path)).toBe(404)
  })
})
