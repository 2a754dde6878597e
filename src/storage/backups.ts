import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../core/errors.ts'
import { refusal } from '../core/refusal-texts.ts'
import type { Logger } from '../core/logger.ts'
import { bytesOf, exists, stampOf, writeCopy } from './copy.ts'
import type { DatabaseSettings } from './database.ts'

export type Backups = ReturnType<typeof createBackups>

export type Backup = {
  readonly name: string
  readonly bytes: number
  readonly madeAt: number
}

export const mostBackups = 7
const form = /^service-\d{8}T\d{9}Z\.db$/

/** Copies of the database file, made while the service runs. */
export function createBackups(
  settings: DatabaseSettings,
  folder: string,
  log: Pick<Logger, 'warn'>,
  now = Date.now,
) {
  async function list(): Promise<readonly Backup[]> {
    const names = await readdir(folder).catch((): string[] => [])
    const found = names.filter((name) => form.test(name)).toSorted()
    const backups = await Promise.all(
      found.map(async (name) => {
        const file = await stat(join(folder, name)).catch(() => null)
        return file && { name, bytes: file.size, madeAt: file.mtimeMs }
      }),
    )
    return backups.filter((one) => one !== null).toReversed()
  }

  /** What is not yet folded into the file included; null: of another server. */
  async function databaseBytes(): Promise<number | null> {
    return settings.dialect === 'sqlite' ? bytesOf(settings.file) : null
  }

  async function remove({ name }: Backup): Promise<void> {
    await rm(join(folder, name), { force: true }).catch((error: unknown) => {
      log.warn({ err: error, name }, 'An old backup could not be deleted')
    })
  }

  /** Throws BAD_REQUEST where the database is no SQLite file, SERVICE_UNAVAILABLE if it cannot be written. */
  async function make(): Promise<Backup> {
    const file = requireFile(settings)
    return explained('the folder of BACKUP_DIR', async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `service-${stampOf(now())}.db`
      await writeCopy(file, join(folder, name), join(folder, 'unfinished.db'))
      const all = await list()
      // After a step of the clock the new one may seem to be the oldest.
      const others = all.filter((one) => one.name !== name)
      for (const old of others.slice(mostBackups - 1)) await remove(old)
      return all.find((one) => one.name === name)!
    })
  }

  /** Never over another file. Throws as `make` does, and BAD_REQUEST where there is one. */
  async function makeAt(target: string): Promise<void> {
    const file = requireFile(settings)
    await explained(target, async () => {
      if (await exists(target)) {
        throw new AppError('BAD_REQUEST', `${target} exists already; name a new file.`)
      }
      await writeCopy(file, target, `${target}.unfinished`)
    })
  }

  async function explained<T>(place: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError) throw error
      log.warn({ err: error }, 'A backup could not be written')
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        refusal('BACKUP_NOT_WRITTEN', { place, cause: code }),
        { cause: error, retryAfter: 60 },
      )
    }
  }

  return { dialect: settings.dialect, folder, list, databaseBytes, make, makeAt }
}

function requireFile(settings: DatabaseSettings): string {
  if (settings.dialect === 'sqlite') return settings.file
  throw new AppError('BAD_REQUEST', refusal('BACKUP_OF_MYSQL'))
}
