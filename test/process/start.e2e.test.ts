import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../migrations/list.ts'
import { readConfig } from '../../src/config/config.ts'
import { describeStartFailure } from '../../src/start-failure.ts'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { refusedStart, startServiceProcess, temporaryFolder } from '../support/service-process.ts'
import { usedFolder } from '../support/used-folder.ts'

const key = (digit: string): string => digit.repeat(64)

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
})

it('a HOST that is not known here is not taken for the host of the database', () => {
  const config = readConfig({
    HOST: 'nobody.invalid',
    DATABASE_URL: 'mysql://root@127.0.0.1/x',
    SECRET_KEY: key('a'),
  })
  const error = Object.assign(new Error('getaddrinfo ENOTFOUND nobody.invalid'), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
  })
  expect(describeStartFailure(error, config)).toMatch(/^HOST nobody\.invalid /)
})

it('a mistake of our own is no refusal: it needs its trace', () => {
  expect(describeStartFailure(new TypeError('x is not a function'), readConfig({}))).toBeNull()
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

  it('says once that it made a database, and later each step of an older one', async () => {
    const DATA_DIR = temporaryFolder()
    const saidBy = async () => {
      const service = await startServiceProcess({ DATA_DIR })
      await service.kill()
      return service.lines.flatMap((line) => /"msg":"(database: .*?)"/.exec(line)?.[1] ?? [])
    }
    expect(await saidBy()).toEqual(['database: created'])
    expect(await saidBy()).toEqual([])
    const db = openDatabase({ dialect: 'sqlite', file: join(DATA_DIR, 'service.db') })
    const [last] = migrations.slice(-1)
    await last!.down(db)
    await db('migrations').where({ name: last!.name }).delete()
    await closeDatabase(db)
    expect(await saidBy()).toEqual([`database: applied ${last!.name}`])
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
    const DATA_DIR = await usedFolder({ SECRET_KEY: key('a') })
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
