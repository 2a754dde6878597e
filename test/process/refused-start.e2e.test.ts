import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import knex from 'knex'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMysql, mysql } from '../support/dialects.ts'
import { mariadbMissing, ownMariadbServer } from '../support/mariadb.ts'
import { refusal } from '../support/refusal.ts'
import { refusedStart, startServiceProcess, temporaryFolder } from '../support/service-process.ts'
import { usedFolder } from '../support/used-folder.ts'

const key = (digit: string): string => digit.repeat(64)

function written(name: string, text: string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, text)
  return path
}

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const onMysql = (address: string) => ({ DATABASE_URL: `mysql://${address}`, SECRET_KEY: key('a') })

type Case = [
  what: string,
  env: () => Record<string, string> | Promise<Record<string, string>>,
  reason: RegExp,
]

describe('a start that is refused says why in one line, without a trace, and ends with 1:', () => {
  it.each<Case>([
    ['a wrong setting', () => ({ PORT: 'http' }), /^PORT must be .* for example PORT=3000$/],
    [
      'a port that is taken',
      async () => ({ PORT: String(await portOf(createServer())) }),
      /^could not start: PORT \d+ is taken by another program; choose another, for example PORT=0 for any free one$/,
    ],
    [
      'an address of another machine',
      () => ({ HOST: '203.0.113.7' }),
      /HOST 203\.0\.113\.7 .* HOST=0\.0\.0\.0$/,
    ],
    ['a name of no machine', () => ({ HOST: 'nobody.invalid' }), /HOST nobody\.invalid /],
    ['a folder that cannot be made', () => ({ DATA_DIR: '/dev/null/data' }), /ENOTDIR.* DATA_DIR=/],
    ['a folder where nobody may write', () => ({ DATA_DIR: '/sys/service' }), /mkdir .* DATA_DIR=/],
    ['a folder that is a file', () => ({ DATA_DIR: import.meta.filename }), /DATA_DIR=/],
    [
      'a file that is no database',
      () => ({ DATABASE_URL: `sqlite:${import.meta.filename}` }),
      /refused-start\.e2e\.test\.ts is damaged, or no database; restore it from a backup/,
    ],
    [
      'a folder in place of a database',
      () => ({ DATABASE_URL: 'sqlite:/tmp' }),
      /EISDIR.*choose a writable place/,
    ],
    [
      'a database that is damaged',
      async () => {
        const DATA_DIR = await usedFolder()
        rmSync(join(DATA_DIR, 'service.db-wal'), { force: true })
        writeFileSync(join(DATA_DIR, 'service.db'), 'x'.repeat(8_192))
        return { DATA_DIR }
      },
      /service\.db is damaged, or no database/,
    ],
    [
      'another key than before',
      async () => ({ DATA_DIR: await usedFolder({ SECRET_KEY: key('a') }), SECRET_KEY: key('b') }),
      /SECRET_KEY is not the key that this database was made with.*Set SECRET_KEY/,
    ],
    [
      'a key file that is none',
      async () => {
        const DATA_DIR = await usedFolder()
        writeFileSync(join(DATA_DIR, 'secret.key'), 'nonsense')
        return { DATA_DIR }
      },
      /secret\.key does not hold 64 hexadecimal digits; restore it/,
    ],
    [
      'no key for MySQL',
      () => ({ DATABASE_URL: 'mysql://root@127.0.0.1/x' }),
      /^SECRET_KEY is required when DATABASE_URL is MySQL/,
    ],
    ['several processes on SQLite', () => ({ WORKERS: '2' }), /^WORKERS above 1 needs/],
    ['anime lists that are no JSON', () => ({ ANIME_SOURCES: '{' }), /ANIME_SOURCES is not JSON/],
    [
      'anime lists in a file that is not there',
      () => ({ ANIME_SOURCES: './no-such-file.json' }),
      /ANIME_SOURCES names a file that cannot be read/,
    ],
    [
      'anime lists in a file of something else',
      () => ({ ANIME_SOURCES: written('lists.json', '{"fribb": 5, "anidb": 1}') }),
      /ANIME_SOURCES .* for example/,
    ],
    [
      'anime corrections that are not there',
      () => ({ ANIME_OVERRIDES: './no-such-file.yaml' }),
      /ANIME_OVERRIDES names a file that does not exist/,
    ],
    [
      'a range of private addresses that is none',
      () => ({ ALLOW_PRIVATE_URLS: '10.0.0.0/8, ..' }),
      /ALLOW_PRIVATE_URLS/,
    ],
    [
      'a wrong parameter of the database',
      () => onMysql('root@127.0.0.1/db?ssl=maybe'),
      /ssl in the database address must be/,
    ],
    [
      'a database where nothing listens',
      () => onMysql('nobody:db-pass-5e1c@127.0.0.1:1/x'),
      /^could not start: The database cannot be used: nothing listens at 127\.0\.0\.1:1 \(ECONNREFUSED\); start the database, or correct DATABASE_URL$/,
    ],
    [
      'a database on a machine that does not exist',
      () => onMysql('root@nobody.invalid/x'),
      /the host "nobody\.invalid" .*DATABASE_URL$/,
    ],
    [
      'something else in place of a database',
      async () => {
        const server = createServer((socket) =>
          socket.on('error', () => {}).end('HTTP/1.1 400\r\n\r\n'),
        )
        return onMysql(`root@127.0.0.1:${await portOf(server)}/x`)
      },
      /The database cannot be used: 127\.0\.0\.1:\d+ .*MySQL server/,
    ],
  ])('%s', async (_what, env, reason) => {
    const line = await refusal(await env())
    expect(line).toMatch(reason)
    expect(line).not.toContain('db-pass-5e1c')
  })

  it.skipIf(mysql.skip).each<[string, (name: string, admin: Admin) => Promise<string>, RegExp]>([
    [
      'a database that the server does not have',
      async () => 'root@127.0.0.1:3306/no_such_database',
      /127\.0\.0\.1:3306 has no database "no_such_database"; create it there \(CREATE DATABASE `no_such_database`\), or name another in DATABASE_URL$/,
    ],
    [
      'a wrong password',
      async (name, admin) => {
        await admin(`create user ?@'%' identified by 'rosebud'`)
        return `${name}:tulip@127.0.0.1:3306/${name}`
      },
      /127\.0\.0\.1:3306 refuses the user "service_test_\w+" or its password; correct them in DATABASE_URL$/,
    ],
    [
      'a user without rights to the database',
      async (name, admin) => {
        await admin(`create user ?@'%' identified by 'rosebud'`)
        return `${name}:rosebud@127.0.0.1:3306/${name}`
      },
      /may not use a database "service_test_\w+".*GRANT ALL/,
    ],
    [
      'a user who may only read',
      async (name, admin) => {
        await admin(`create user ?@'%' identified by 'rosebud'`)
        await admin(`grant select on ${name}.* to ?@'%'`)
        return `${name}:rosebud@127.0.0.1:3306/${name}`
      },
      /lacks rights that the service needs.*GRANT ALL/,
    ],
  ])('%s', async (_what, prepare, reason) => {
    const { settings, dispose } = await createMysql()
    const url = settings.dialect === 'mysql' ? settings.url : ''
    const name = url.split('/').at(-1)!
    const connection = knex({ client: 'mysql2', connection: url })
    const admin: Admin = (sql) => connection.raw(sql, sql.includes('?') ? [name] : [])
    onTestFinished(async () => {
      await admin(`drop user if exists ?@'%'`)
      await connection.destroy()
      await dispose()
    })
    const address = await prepare(name, admin)
    const line = await refusal(onMysql(address))
    expect(line).toMatch(reason)
    expect(line).not.toMatch(/rosebud|tulip/)
  })
})

describe.skipIf(mariadbMissing)('a database server that is too old', { timeout: 60_000 }, () => {
  it.each(['5.7.44-log', '10.6.18-MariaDB'])('is refused: %s', async (version) => {
    const { server } = await ownMariadbServer({ version })
    expect(await refusal(onMysql(`${server.slice('mysql://'.length)}/mysql`))).toBe(
      `could not start: The server of DATABASE_URL has version ${version}; the service needs MySQL 8.0, MariaDB 10.11 or newer`,
    )
  })

  it.each(['8.0.36', '11.4.2-MariaDB-ubu2404'])('is not %s', async (version) => {
    const { server } = await ownMariadbServer({ version })
    const { request } = await startServiceProcess(
      onMysql(`${server.slice('mysql://'.length)}/mysql`),
    )
    expect((await request('/readyz')).status).toBe(200)
  })
})

type Admin = (sql: string) => Promise<unknown>

it('the commands of an operator are refused in one line as well', async () => {
  const commands = ['migrate', 'history:recount', 'anime:refresh', 'demo']
  for (const command of commands) {
    const { code, errors } = await refusedStart({ PORT: 'x', DATA_DIR: '/dev/null/data' }, command)
    expect({ command, code, lines: errors.trim().split('\n') }).toEqual({
      command,
      code: 1,
      lines: [expect.stringMatching(/^PORT must be a whole number/)],
    })
  }
})
