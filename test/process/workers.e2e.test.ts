import { describe, expect, it, onTestFinished } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { mysql } from '../support/dialects.ts'
import { ownRedisServer, redisMissing } from '../support/redis.ts'
import { startService, userDataHeader } from '../support/service.ts'
import { launchService, startServiceProcess } from '../support/service-process.ts'
import { until } from '../support/until.ts'
import { json } from '../support/upstream.ts'

const missing = mysql.skip || redisMissing

async function environment(create = mysql.createMigrated): Promise<Record<string, string>> {
  const { settings, dispose } = await create()
  onTestFinished(dispose)
  return {
    WORKERS: '2',
    DATABASE_URL: settings.dialect === 'mysql' ? settings.url : '',
    REDIS_URL: (await ownRedisServer()).url,
    SECRET_KEY: 'd'.repeat(64),
  }
}

const stoppingTwice = (lines: readonly string[]): boolean =>
  lines.filter((line) => line.includes('finishing running requests')).length === 2

const newConnection = { headers: { connection: 'close' } }

/** A search that waits for its source until `answer` is called. */
async function startSlowSearch(service: Awaited<ReturnType<typeof startServiceProcess>>) {
  let answer = (): void => {}
  const addon = await startAddon({
    streams: (request, response) => {
      answer = () => json({ streams: [filmStream(1)] })(request, response)
    },
  })
  const headers = { 'x-service-user-data': userDataHeader({ sources: [addon.source] }) }
  const search = service.request('/api/v1/search?type=movie&id=tt1', { headers })
  await until('the search', () => addon.paths.some((path) => path.includes('/stream/')))
  return { search, answer: () => answer() }
}

describe.skipIf(missing)('WORKERS=2', () => {
  it('serves with two processes on one port, adds up what they measure, and stops in peace', async () => {
    const service = await startServiceProcess(await environment(mysql.createDatabase), 2)
    expect(new Set(service.addresses()).size).toBe(1)
    expect(service.workers()).toHaveLength(2)
    const user = await service.createUser({ name: 'Home' })
    const auth = { uuid: user.uuid, password: user.token }
    for (let time = 0; time < 20; time += 1) {
      const { status } = await service.request('/api/v1/user', { auth, ...newConnection })
      expect(status).toBe(200)
    }
    const { text } = await service.request('/metrics', newConnection)
    const counted = /http_request_duration_seconds_count\{[^}]*method="GET"[^}]*\} (\d+)/g
    expect([...text.matchAll(counted)].map(([, count]) => Number(count))).toContain(20)

    const { search, answer } = await startSlowSearch(service)
    service.signal('SIGTERM')
    await service.linesUntil(stoppingTwice)
    answer()
    expect((await search).body.data.results).toHaveLength(1)
    expect((await service.finished()).code).toBe(0)
  })

  it('replaces a worker that dies, and takes a Ctrl-C, which all processes get, for one', async () => {
    const service = await startServiceProcess(await environment(), 2)
    const before = service.workers()
    process.kill(Number(before[0]), 'SIGKILL')
    await until('the end of a worker', () => !service.workers().includes(before[0]!))
    expect((await service.request('/healthz', newConnection)).status).toBe(200)
    await service.linesUntil(() => service.addresses().length === 3)
    const after = service.workers()
    expect(after).toHaveLength(2)
    expect(after).toContain(before[1])
    expect(after).not.toContain(before[0])

    const { search, answer } = await startSlowSearch(service)
    service.signalGroup('SIGINT')
    await service.linesUntil(stoppingTwice)
    answer()
    expect((await search).body.data.results).toHaveLength(1)
    expect((await service.finished()).code).toBe(0)
  })

  it('takes a SIGTERM to the whole group, which reaches workers twice, for one', async () => {
    const service = await startServiceProcess(await environment(), 2)
    const { search, answer } = await startSlowSearch(service)
    service.signalGroup('SIGTERM')
    await service.linesUntil(stoppingTwice)
    service.signalGroup('SIGTERM')
    answer()
    expect((await search).body.data.results).toHaveLength(1)
    expect((await service.finished()).code).toBe(0)
  })

  it('ends with 1 when no worker can start, and says why', async () => {
    const env = await environment()
    const { close } = await startService({ ...env, WORKERS: '1' })
    await close()
    const other = launchService({ ...env, SECRET_KEY: 'e'.repeat(64) })
    expect((await other.finished()).code).toBe(1)
    expect(other.lines.join('\n')).toContain('SECRET_KEY is not the key')
  })
})
