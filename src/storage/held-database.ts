import { link, open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { databaseInUse, isBusy } from './database-lock.ts'

const stopWithinMs = 1_000

/** Folds everything into the file, and lets nobody else open it. `db` is null where nothing can be read from it. */
export async function holdDatabase(file: string) {
  // Opened before and closed after: closing a file ends the locks that this process has on it.
  const source = await open(file)
  let db: Database | null = null
  const close = async (): Promise<void> => {
    db?.close()
    await source.close()
  }
  try {
    db = holdAlone(file)
  } catch (error) {
    await close()
    throw error
  }
  return {
    db,
    keepAs: (kept: string): Promise<void> => link(file, kept).catch(() => copy(source, kept)),
    close,
  }
}

async function copy(source: FileHandle, target: string): Promise<void> {
  const copied = await open(target, 'w', 0o600)
  try {
    const from = source.createReadStream({ start: 0, autoClose: false })
    await pipeline(from, copied.createWriteStream({ flush: true }))
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
}

function holdAlone(file: string): Database | null {
  const db = new Sqlite(file, { fileMustExist: true, timeout: stopWithinMs })
  try {
    db.pragma('journal_mode = DELETE')
    db.exec('begin exclusive')
    // A service that started in between has turned it back.
    if (db.pragma('journal_mode', { simple: true }) === 'delete') return db
    throw Object.assign(new Error('The database is in use'), { code: 'SQLITE_BUSY' })
  } catch (error) {
    db.close()
    if (isDamage(error)) return null
    throw isBusy(error) ? databaseInUse(file, error) : error
  }
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test((error as { code?: string }).code ?? '')
}
