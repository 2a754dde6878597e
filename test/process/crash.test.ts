import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMysql, mysql } from '../support/dialects.ts'
import type { Auth } from '../support/service.ts'
import { startServiceProcess, temporaryFolder } from '../support/service-process.ts'

const SECRET_KEY = 'c'.repeat(64)
const clients = 4
const enough = 24
const changes = Array.from({ length: clients }, (_, client) => `changed by ${client}`)

async function onSqlite(): Promise<Record<string, string>> {
  return { SECRET_KEY, DATA_DIR: temporaryFolder() }
}

async function onMysql(): Promise<Record<string, string>> {
  const { settings, dispose } = await createMysql()
  onTestFinished(dispose)
  return { SECRET_KEY, DATABASE_URL: settings.dialect === 'mysql' ? settings.url : '' }
}

describe.each([
  ['SQLite', false, onSqlite],
  ['MariaDB', mysql.skip, onMysql],
])('kill -9 in the middle of writes on %s', (_name, skip, environment) => {
  it.skipIf(skip)('loses no user and no change that was acknowledged', async () => {
    const env = await environment()
    const first = await startServiceProcess(env)
    const acknowledged: (Auth & { name: string })[] = []

    async function write(client: number): Promise<void> {
      for (;;) {
        const user = await first.createUser({ name: 'new' })
        const entry = { ...user, password: user.token, name: 'new' }
        acknowledged.push(entry)
        const name = changes[client]!
        const { status } = await first.request('/api/v1/user', {
          method: 'PUT',
          auth: entry,
          json: { config: { name } },
        })
        if (status === 200) entry.name = name
      }
    }

    const writing = Array.from({ length: clients }, (_, client) => write(client).catch(() => {}))
    while (acknowledged.length < enough) await setTimeout(5)
    await first.kill()
    await Promise.all(writing)

    const second = await startServiceProcess(env)
    expect((await second.request('/readyz')).status).toBe(200)
    for (const { name, ...auth } of acknowledged) {
      const { status, body } = await second.request('/api/v1/user', { auth })
      expect(status).toBe(200)
      // A change that was on its way may have been made without being acknowledged.
      const possible = name === 'new' ? ['new', ...changes] : [name]
      expect(possible).toContain(body.data.userData.name)
    }
  })
})
