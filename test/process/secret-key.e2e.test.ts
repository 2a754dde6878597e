import { hash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import knex from 'knex'
import { describe, expect, it, onTestFinished } from 'vitest'
import { refusal } from '../support/refusal.ts'
import { startService } from '../support/service.ts'
import { startServiceProcess, temporaryFolder } from '../support/service-process.ts'
import { usedFolder } from '../support/used-folder.ts'

const key = (digit: string): string => digit.repeat(64)

describe('secret.key', { timeout: 60_000 }, () => {
  const fingerprint = (file: string) => hash('sha256', readFileSync(file))

  it('missing beside a database in use stops the start before anything is written, and the backup mends it', async () => {
    const DATA_DIR = temporaryFolder()
    const used = await startServiceProcess({ DATA_DIR })
    await used.createUser({ name: 'Home' })
    await used.kill()
    const [file, database] = [join(DATA_DIR, 'secret.key'), join(DATA_DIR, 'service.db')]
    const backup = join(temporaryFolder(), 'secret.key')
    cpSync(file, backup)
    rmSync(file)
    const before = fingerprint(database)

    for (let attempt = 1; attempt <= 2; attempt++) {
      expect(await refusal({ DATA_DIR })).toMatch(
        /secret\.key is missing, and nothing in the existing database can be read without it\. Restore it from a backup, set SECRET_KEY/,
      )
      expect(existsSync(file)).toBe(false)
      expect(fingerprint(database)).toBe(before)
    }

    cpSync(backup, file)
    await startServiceProcess({ DATA_DIR })
  })

  it('is made for a database that was prepared by hand and never used', async () => {
    const { dataDir: DATA_DIR, close } = await startService()
    await close()
    const connection = knex({
      client: 'better-sqlite3',
      connection: { filename: join(DATA_DIR, 'service.db') },
      useNullAsDefault: true,
    })
    await connection('settings').delete()
    await connection.destroy()
    rmSync(join(DATA_DIR, 'secret.key'))
    await startServiceProcess({ DATA_DIR })
    expect(existsSync(join(DATA_DIR, 'secret.key'))).toBe(true)
  })

  it.skipIf(process.platform === 'win32')(
    'that others can read is warned of, with what to do; one of the owner alone is not',
    async () => {
      const DATA_DIR = await usedFolder()
      const file = join(DATA_DIR, 'secret.key')
      const warnings = async () => {
        const started = await startServiceProcess({ DATA_DIR })
        await started.kill()
        return started.lines.filter((line) => line.includes('secret.key'))
      }
      expect(await warnings()).toEqual([])
      for (const mode of [0o640, 0o604]) {
        chmodSync(file, mode)
        expect((await warnings()).map((line) => JSON.parse(line))).toEqual([
          expect.objectContaining({
            level: 40,
            msg: expect.stringMatching(
              new RegExp(`can be read by others \\(mode ${mode.toString(8)}\\).*chmod 600 `),
            ),
          }),
        ])
      }
    },
  )

  it('of another key leaves the database as it is, without the steps of a newer release', async () => {
    const DATA_DIR = await usedFolder({ SECRET_KEY: key('a') })
    const connection = knex({
      client: 'better-sqlite3',
      connection: { filename: join(DATA_DIR, 'service.db') },
      useNullAsDefault: true,
    })
    onTestFinished(() => connection.destroy())
    const last = await connection('migrations').orderBy('name', 'desc').first('name')
    await connection('migrations').where(last).delete()
    const steps = () => connection('migrations').count({ steps: '*' })
    const before = await steps()
    expect(await refusal({ DATA_DIR, SECRET_KEY: key('b') })).toMatch(/SECRET_KEY is not the key/)
    expect(await steps()).toEqual(before)
  })
})
