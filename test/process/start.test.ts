import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { describeStartFailure } from '../../src/start-failure.ts'
import { startService } from '../support/service.ts'
import { launchService, startServiceProcess, temporaryFolder } from '../support/service-process.ts'

const key = (digit: string): string => digit.repeat(64)

/** What a start that fails says, on both channels, and its exit code. */
async function refusedStart(env: Record<string, string>) {
  const child = launchService(env)
  const { code, errors } = await child.finished()
  return { code, errors, log: child.lines.join('\n') }
}

describe('a start with a wrong environment', () => {
  it('says in one line which variable, what is wrong and an example, and ends with 1', async () => {
    expect(await refusedStart({ PORT: 'http' })).toEqual({
      code: 1,
      errors: 'PORT must be a whole number from 0 to 65535, for example PORT=3000\n',
      log: '',
    })
  })

  it('says a line for each of several', async () => {
    const { code, errors } = await refusedStart({ WORKERS: 'all', LOG_LEVEL: 'loud' })
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toEqual([
      expect.stringMatching(/^WORKERS must .* for example WORKERS=auto$/),
      expect.stringMatching(/^LOG_LEVEL must .* for example LOG_LEVEL=debug$/),
    ])
  })

  it('says in one line of the log what only the start itself can find out', async () => {
    const { code, errors, log } = await refusedStart({
      DATABASE_URL: 'mysql://nobody:db-pass-5e1c@127.0.0.1:1/x',
      SECRET_KEY: key('a'),
    })
    expect({ code, errors }).toEqual({ code: 1, errors: '' })
    expect(JSON.parse(log)).toEqual({
      level: 60,
      time: expect.any(Number),
      msg: expect.stringMatching(/^could not start: The database cannot be reached.*ECONNREFUSED/),
    })
    expect(log).not.toContain('db-pass-5e1c')
  })
})

describe('what keeps the service from starting is told in one line', () => {
  async function reasonFor(env: Record<string, string>): Promise<string | null> {
    const { http } = readConfig(env)
    const error: unknown = await startService(env).then(
      () => 'started',
      (error: unknown) => error,
    )
    return describeStartFailure(error, http)
  }

  it.each([
    ['a folder that cannot be', { DATA_DIR: '/dev/null/data' }, /mkdir .* DATA_DIR=/],
    [
      'a host that is not here',
      { HOST: '203.0.113.7' },
      /^HOST 203\.0\.113\.7 .* HOST=0\.0\.0\.0$/,
    ],
    ['a host of nobody', { HOST: 'nobody.invalid' }, /^HOST nobody\.invalid /],
    [
      'a file that is no database',
      { DATABASE_URL: `sqlite:${import.meta.filename}` },
      /file of the database .* not a database/,
    ],
    ['a list of sources that is no JSON', { ANIME_SOURCES: '{' }, /^ANIME_SOURCES .* for example/],
    [
      'corrections that are not there',
      { ANIME_OVERRIDES: './no-such-file.yaml' },
      /^ANIME_OVERRIDES names a file that does not exist, for example ANIME_OVERRIDES=\S+$/,
    ],
    [
      'an address of a database that is none',
      { DATABASE_URL: 'mysql://root@127.0.0.1/db?ssl=maybe', SECRET_KEY: key('a') },
      /^ssl in the database address must be/,
    ],
  ])('%s', async (_what, env, reason) => {
    expect(await reasonFor(env)).toMatch(reason)
  })

  it('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    expect(await reasonFor({ PORT: String(port) })).toBe(
      `PORT ${port} is taken by another program, for example PORT=0 picks a free one`,
    )
  })

  it('but a mistake of our own is not: it needs its trace', () => {
    expect(
      describeStartFailure(new TypeError('x is not a function'), readConfig({}).http),
    ).toBeNull()
  })
})

describe('a start', () => {
  it('with PORT=0 prints the port that it found', async () => {
    const { url, request } = await startServiceProcess({ PORT: '0' })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/)
    expect((await request('/healthz')).status).toBe(200)
  })

  it('with a BASE_URL prints both addresses', async () => {
    const { lines, request } = await startServiceProcess({ BASE_URL: 'https://x.example' })
    expect(lines.join('\n')).toMatch(
      /listening on http:\/\/127\.0\.0\.1:[1-9]\d+, known as https:\/\/x\.example"/,
    )
    expect((await request('/healthz')).status).toBe(200)
  })

  it('makes a key that its owner alone may read, and finds it again', async () => {
    const DATA_DIR = temporaryFolder()
    const first = await startServiceProcess({ DATA_DIR })
    const file = join(DATA_DIR, 'secret.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(DATA_DIR, 'service.db')).mode & 0o777).toBe(0o600)
    const text = readFileSync(file, 'utf8')
    const user = await first.createUser({ name: 'Home' })
    await first.kill()

    const second = await startServiceProcess({ DATA_DIR })
    expect(readFileSync(file, 'utf8')).toBe(text)
    const auth = { uuid: user.uuid, password: user.token }
    const { body } = await second.request('/api/v1/user', { auth })
    expect(body.data.userData).toEqual({ name: 'Home' })
  })

  it('with another SECRET_KEY than before is refused, and says what to do', async () => {
    const DATA_DIR = temporaryFolder()
    const first = await startServiceProcess({ DATA_DIR, SECRET_KEY: key('a') })
    await first.kill()
    const { code, log } = await refusedStart({ DATA_DIR, SECRET_KEY: key('b') })
    expect(code).toBe(1)
    expect(log).toMatch(/could not start: SECRET_KEY is not the key/)
    expect(log).not.toMatch(/"stack"/)
    expect(log).not.toContain(key('b'))
    await startServiceProcess({ DATA_DIR, SECRET_KEY: key('a').toUpperCase() })
  })

  it('of two processes on one new folder works for both', async () => {
    const DATA_DIR = temporaryFolder()
    const [one, other] = await Promise.all([
      startServiceProcess({ DATA_DIR }),
      startServiceProcess({ DATA_DIR }),
    ])
    const user = await one.createUser()
    const auth = { uuid: user.uuid, password: user.token }
    expect((await other.request('/api/v1/user', { auth })).status).toBe(200)
  })
})
