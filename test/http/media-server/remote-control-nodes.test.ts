import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openAppSocket } from '../../support/app-socket.ts'
import { mysql } from '../../support/dialects.ts'
import { signInApp } from '../../support/media-client.ts'
import { ownRedisServer, redisMissing } from '../../support/redis.ts'
import { startService } from '../../support/service.ts'
import type { RunningService } from '../../support/service.ts'

type App = Awaited<ReturnType<typeof signInApp>>

async function ask(node: RunningService, { token }: App, method: string, path: string) {
  const response = await fetch(node.url + path, { method, headers: { 'x-emby-token': token } })
  return { status: response.status, text: await response.text() }
}

const offersControl =
  '/Sessions/Capabilities?playableMediaTypes=Video&supportedCommands=Mute&supportsMediaControl=true'

describe.skipIf(redisMissing || mysql.skip)('A device on another node', () => {
  let database: Awaited<ReturnType<typeof mysql.createMigrated>>

  beforeAll(async () => {
    database = await mysql.createMigrated()
  })
  afterAll(() => database.dispose())

  async function startNodes(redisUrl: string) {
    const { settings } = database
    const shared = {
      DATABASE_URL: settings.dialect === 'mysql' ? settings.url : '',
      REDIS_URL: redisUrl,
      SECRET_KEY: 'ab'.repeat(32),
    }
    const [here, there] = [await startService(shared), await startService(shared)]
    const home = await here.createUser()
    const phone = await signInApp(here.url, home, 'phone')
    const tv = await signInApp(there.url, home, 'tv')
    await ask(there, tv, 'POST', offersControl)
    return { here, there, phone, tv }
  }

  async function sessionOfTv(node: RunningService, phone: App) {
    const { text } = await ask(node, phone, 'GET', '/Sessions?deviceId=tv')
    return JSON.parse(text)[0] as { Id: string; SupportsRemoteControl: boolean }
  }

  it('can be controlled as soon as it has heard the first message', async () => {
    const redis = await ownRedisServer()
    const { here, there, phone, tv } = await startNodes(redis.url)
    for (let round = 0; round < 10; round++) {
      const socket = await openAppSocket(there.url, tv.token, onTestFinished)
      await socket.hear('ForceKeepAlive')
      expect(await sessionOfTv(here, phone)).toMatchObject({ SupportsRemoteControl: true })
      socket.cut()
    }
  })

  it('answers an error while Redis is away, and takes commands when it is back', async () => {
    const redis = await ownRedisServer()
    const { here, there, phone, tv } = await startNodes(redis.url)
    const socket = await openAppSocket(there.url, tv.token, onTestFinished)
    await socket.hear('ForceKeepAlive')
    const { Id } = await sessionOfTv(here, phone)
    const pause = (node: RunningService) =>
      ask(node, phone, 'POST', `/Sessions/${Id}/Playing/Pause`)
    expect((await pause(here)).status).toBe(204)
    await socket.hear('Playstate')
    await redis.stop()
    expect(await pause(here)).toMatchObject({
      status: 503,
      text: expect.stringContaining('another node'),
    })
    expect((await pause(there)).status).toBe(204)
    await socket.hear('Playstate')
    await redis.start()
    await expect.poll(async () => (await pause(here)).status, { timeout: 15_000 }).toBe(204)
    await socket.hear('Playstate')
  }, 40_000)
})
