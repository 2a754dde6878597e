import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import {
  launchService,
  refusedStart as run,
  startServiceProcess,
  temporaryFolder,
} from '../support/service-process.ts'
import { until } from '../support/until.ts'

const start = new URL('../../src/start.js', import.meta.url)

const databaseOf = (folder: string): string => join(folder, 'service.db')

/** How many configurations a file holds. */
function configurationsIn(file: string): number {
  const db = new Sqlite(file, { readonly: true })
  const count = db.prepare('select count(*) from configurations').pluck().get()
  db.close()
  return count as number
}

/** Changes a file as a release before or after this one would have. */
function change(file: string, statement: string): void {
  const db = new Sqlite(file)
  db.exec(statement)
  db.close()
}

const keptIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith('service-before-restore-'))

/** A stopped service with two configurations, and a backup made while it had one. */
async function backedUp() {
  const DATA_DIR = temporaryFolder()
  const service = await startServiceProcess({ DATA_DIR })
  const user = await service.createUser({ name: 'First' })
  const backup = join(temporaryFolder(), 'copy.db')
  const made = await run({ DATA_DIR }, 'backup', backup)
  await service.createUser({ name: 'Second' })
  return { DATA_DIR, backup, made, service, user }
}

describe('npm run backup', { timeout: 120_000 }, () => {
  it('copies the database of a running service to BACKUP_DIR, and says what must be kept with it', async () => {
    const DATA_DIR = temporaryFolder()
    const service = await startServiceProcess({ DATA_DIR })
    await service.createUser({ name: 'Home' })
    const { code, errors, log } = await run({ DATA_DIR }, 'backup')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const [name = '', ...others] = readdirSync(join(DATA_DIR, 'backups'))
    expect(others).toEqual([])
    const file = join(DATA_DIR, 'backups', name)
    expect(log.split('\n')[0]).toBe(file)
    expect(log).toContain(`keep ${join(DATA_DIR, 'secret.key')} as well`)
    expect(configurationsIn(file)).toBe(1)
    const withKey = await run({ DATA_DIR, SECRET_KEY: 'a'.repeat(64) }, 'backup')
    expect(withKey.log).toContain('keep SECRET_KEY as well')
  })

  it('writes one file alone where it is told to, and never over another', async () => {
    const { DATA_DIR, backup, made } = await backedUp()
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(readdirSync(join(backup, '..'))).toEqual(['copy.db'])
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    const before = readFileSync(backup)
    const again = await run({ DATA_DIR }, 'backup', backup)
    expect(again.code).toBe(1)
    expect(again.errors).toMatch(/copy\.db exists already; name a new file/)
    expect(readFileSync(backup)).toEqual(before)
  })

  it('says where there is no database yet, and makes none', async () => {
    const DATA_DIR = temporaryFolder()
    const { code, errors } = await run({ DATA_DIR }, 'backup')
    expect(code).toBe(1)
    expect(errors).toMatch(/There is no database yet/)
    expect(readdirSync(DATA_DIR)).toEqual([])
  })
})

describe('npm run restore', { timeout: 120_000 }, () => {
  it('brings back what the backup holds, keeps what was there, and the service goes on from it', async () => {
    const { DATA_DIR, backup, service, user } = await backedUp()
    await service.kill()
    const { code, errors, log } = await run({ DATA_DIR }, 'restore', backup)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const [kept = '', ...others] = keptIn(DATA_DIR)
    expect(others).toEqual([])
    expect(log).toContain(kept)
    expect(configurationsIn(join(DATA_DIR, kept))).toBe(2)
    expect(configurationsIn(backup)).toBe(1)
    const again = await startServiceProcess({ DATA_DIR })
    expect(configurationsIn(databaseOf(DATA_DIR))).toBe(1)
    const { body } = await again.request('/api/v1/user', { auth: user })
    expect(body?.data?.userData).toMatchObject({ name: 'First' })
    expect(readdirSync(DATA_DIR).filter((name) => name.includes('restoring'))).toEqual([])
  })

  it('refuses while the service runs, and changes nothing', async () => {
    const { DATA_DIR, backup } = await backedUp()
    const { code, errors } = await run({ DATA_DIR }, 'restore', backup)
    expect(code).toBe(1)
    expect(errors).toMatch(/The service is running, or another program uses .*stop it first/)
    expect(configurationsIn(databaseOf(DATA_DIR))).toBe(2)
    expect(keptIn(DATA_DIR)).toEqual([])
    expect(readdirSync(DATA_DIR).filter((name) => name.includes('restoring'))).toEqual([])
  })

  it('refuses while the service runs on a file whose header is damaged, and changes nothing', async () => {
    const { DATA_DIR, backup, service } = await backedUp()
    const damaged = openSync(databaseOf(DATA_DIR), 'r+')
    writeSync(damaged, 'no database'.repeat(9))
    closeSync(damaged)
    const { code, errors } = await run({ DATA_DIR }, 'restore', backup)
    expect([code, errors]).toEqual([1, expect.stringMatching(/uses .* stop it first/)])
    expect(keptIn(DATA_DIR)).toEqual([])
    await service.kill()
    expect(await run({ DATA_DIR }, 'restore', backup)).toMatchObject({ code: 0, errors: '' })
    expect(configurationsIn(databaseOf(DATA_DIR))).toBe(1)
  })

  it('takes a backup to a machine that has only the key, from a folder where nothing can be written', async () => {
    const { DATA_DIR, backup } = await backedUp()
    const [other, archive] = [join(temporaryFolder(), 'data'), temporaryFolder()]
    const file = join(archive, 'copy.db')
    cpSync(backup, file)
    for (const path of [file, archive]) chmodSync(path, 0o555)
    const refused = await run({ DATA_DIR: other }, 'restore', file)
    expect(refused.code).toBe(1)
    expect(refused.errors).toMatch(/secret\.key is missing/)
    expect(readdirSync(other)).toEqual([])
    cpSync(join(DATA_DIR, 'secret.key'), join(other, 'secret.key'))
    expect(await run({ DATA_DIR: other }, 'restore', file)).toMatchObject({ code: 0, errors: '' })
    expect(configurationsIn(databaseOf(other))).toBe(1)
    chmodSync(archive, 0o755)
  })

  it('replaces a database that is damaged, and keeps that as well', async () => {
    const { DATA_DIR, backup, service } = await backedUp()
    await service.kill()
    writeFileSync(databaseOf(DATA_DIR), 'no database'.repeat(1_000))
    expect(await run({ DATA_DIR }, 'restore', backup)).toMatchObject({ code: 0, errors: '' })
    expect(configurationsIn(databaseOf(DATA_DIR))).toBe(1)
    const kept = keptIn(DATA_DIR).find((name) => name.endsWith('.db'))!
    expect(readFileSync(join(DATA_DIR, kept), 'utf8')).toMatch(/^no database/)
    expect(keptIn(DATA_DIR)).toContain(`${kept}-wal`)
  })

  it('refuses what is no backup, of a newer version, damaged, or of another key, and changes nothing', async () => {
    const { DATA_DIR, backup, service } = await backedUp()
    await service.kill()
    const folder = temporaryFolder()
    const made = (name: string, make: (file: string) => void) => {
      const file = join(folder, name)
      make(file)
      return file
    }
    const refused = [
      [join(folder, 'nowhere.db'), /There is no file/],
      [folder, /There is no file/],
      [databaseOf(DATA_DIR), /is the database of the service itself/],
      [made('notes.txt', (file) => writeFileSync(file, 'notes')), /is no SQLite database/],
      [made('empty.db', (file) => writeFileSync(file, '')), /is no backup of this service/],
      [
        made('other.db', (file) => change(file, 'create table notes (text text)')),
        /is no backup of this service/,
      ],
      [
        made('newer.db', (file) => {
          cpSync(backup, file)
          change(file, "insert into migrations values ('9999-later', 0)")
        }),
        /was made by a newer version .*9999-later.*update the service first/,
      ],
      [
        made('half.db', (file) => {
          writeFileSync(file, readFileSync(backup).subarray(0, 20_000))
        }),
        /is no SQLite database, or it is damaged/,
      ],
    ] as const
    const before = readdirSync(DATA_DIR)
    for (const [file, reason] of refused) {
      const { code, errors } = await run({ DATA_DIR }, 'restore', file)
      expect([code, errors]).toEqual([1, expect.stringMatching(reason)])
      expect(errors.trim().split('\n')).toHaveLength(1)
    }
    const otherKey = await run({ DATA_DIR, SECRET_KEY: 'b'.repeat(64) }, 'restore', backup)
    expect(otherKey.errors).toMatch(/SECRET_KEY is not the key/)
    expect(readdirSync(DATA_DIR)).toEqual(before)
    expect(configurationsIn(databaseOf(DATA_DIR))).toBe(2)
  })

  it('ended at any moment leaves the old database or the new one, whole, and can be run again', async () => {
    const { DATA_DIR, backup, service } = await backedUp()
    await service.kill()
    const moments = [
      () => existsSync(`${databaseOf(DATA_DIR)}.restoring.unfinished`),
      () => existsSync(`${databaseOf(DATA_DIR)}.restoring`),
      () => keptIn(DATA_DIR).length > 0,
    ]
    for (const isReached of moments) {
      const child = launchService({ DATA_DIR }, start, ['restore', backup])
      let hasEnded = false
      child.finished().then(
        () => {
          hasEnded = true
        },
        () => {},
      )
      await until('the moment', () => isReached() || hasEnded, Boolean, { everyMs: 1 })
      await child.kill()
      expect([1, 2]).toContain(configurationsIn(databaseOf(DATA_DIR)))
      for (const kept of keptIn(DATA_DIR)) {
        expect(configurationsIn(join(DATA_DIR, kept))).toBeGreaterThan(0)
        rmSync(join(DATA_DIR, kept))
      }
      rmSync(`${databaseOf(DATA_DIR)}.restoring.unfinished`, { force: true })
    }
    expect(await run({ DATA_DIR }, 'restore', backup)).toMatchObject({ code: 0, errors: '' })
    expect(configurationsIn(databaseOf(DATA_DIR))).toBe(1)
  })
})

describe('on MySQL', () => {
  const env = { DATABASE_URL: 'mysql://root@127.0.0.1:1/service', SECRET_KEY: 'c'.repeat(64) }

  it.each([['backup'], ['restore', 'copy.db']])('%s names mysqldump', async (...command) => {
    const { code, errors } = await run(env, ...command)
    expect(code).toBe(1)
    expect(errors).toMatch(/^The database is MySQL: .*mysqldump/)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })
})
