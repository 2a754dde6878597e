import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../migrations/list.ts'
import { dialects } from '../support/dialects.ts'

const start = fileURLToPath(new URL('../../src/start.js', import.meta.url))

type Outcome = { code: number; stdout: string; stderr: string }

async function run(env: Record<string, string>): Promise<Outcome> {
  const running = promisify(execFile)(process.execPath, [start, 'migrate'], {
    cwd: tmpdir(),
    env,
    timeout: 15_000,
  })
  return running.then(
    (output) => ({ code: 0, ...output }),
    (error: Outcome) => error,
  )
}

describe.each(dialects)('npm run migrate on $name', ({ skip, createDatabase }) => {
  it.skipIf(skip)('prints a line per step, then that there is nothing to do', async () => {
    const { settings, dispose } = await createDatabase()
    onTestFinished(dispose)
    const address = settings.dialect === 'mysql' ? settings.url : `sqlite:${settings.file}`
    const env = { DATABASE_URL: address, SECRET_KEY: '0'.repeat(64) }
    const lines = migrations.map(({ name }) => `done: ${name}\n`)
    expect(await run(env)).toMatchObject({ code: 0, stdout: lines.join(''), stderr: '' })
    expect(await run(env)).toMatchObject({ code: 0, stdout: 'nothing to do\n', stderr: '' })
  })
})

describe('npm run migrate', () => {
  it.each([
    [
      'a server that is away',
      'mysql://root:hush@127.0.0.1:1/x',
      /nothing listens at 127\.0\.0\.1:1 \(ECONNREFUSED\)/,
    ],
    ['a folder that cannot be made', 'sqlite:/dev/null/x.db', /cannot be written/],
    ['an address that is none', 'postgres://x', /DATABASE_URL/],
  ])('says in one line what is wrong with %s', async (_, address, reason) => {
    const { code, stderr } = await run({ DATABASE_URL: address, SECRET_KEY: '0'.repeat(64) })
    expect(code).toBe(1)
    expect(stderr).toMatch(reason)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).not.toContain('hush')
  })
})
