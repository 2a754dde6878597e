import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'

/** For a restore that only tried. */
const startWaitsMs = 500
const mostRounds = 20

/**
 * Held by whoever uses a SQLite database, until the returned function is called or the process ends. A file beside it is
 * locked: the database may be damaged, and then SQLite cannot lock it, or be replaced.
 */
export function shareDatabase(file: string, inodeOf = inodeOfFile): () => void {
  try {
    const statements = 'begin; select count(*) from sqlite_master'
    const lock = hold(lockOf(file), statements, startWaitsMs, inodeOf)
    return () => void lock.close()
  } catch (error) {
    if (!isBusy(error)) throw error
    throw new Error(`${file} is being restored; start again once that has ended`, { cause: error })
  }
}

/** Works while nobody else uses the database or replaces it. */
export async function lockDatabase<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const path = lockOf(file)
  const isNew = !existsSync(path)
  let lock: Database
  try {
    lock = hold(path, 'begin exclusive', 0)
  } catch (error) {
    throw isBusy(error) ? databaseInUse(file, error) : error
  }
  try {
    return await work()
  } finally {
    // Windows removes no file that is open.
    if (isNew && process.platform !== 'win32') rmSync(path, { force: true })
    lock.close()
  }
}

export function databaseInUse(file: string, cause: unknown): Error {
  return new Error(
    `The service is running, or another program uses ${file} or restores it: stop it first, then restore`,
    { cause },
  )
}

export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test((error as { code?: string }).code ?? '')
}

function lockOf(file: string): string {
  return `${file}-lock`
}

/** Anew where the file was removed in between: a lock on that one would hold nobody off. */
function hold(path: string, statements: string, timeout: number, inodeOf = inodeOfFile): Database {
  for (let round = 0; round < mostRounds; round++) {
    create(path)
    const before = inodeOf(path)
    const lock = new Sqlite(path, { timeout })
    try {
      lock.exec(statements)
    } catch (error) {
      lock.close()
      throw error
    }
    if (before !== null && inodeOf(path) === before) return lock
    lock.close()
  }
  throw new Error(
    `${path} is another file each time it is looked at: use a disk whose files keep their inodes`,
  )
}

/** Closing a file that is there would end the locks that this process has on it. */
function create(path: string): void {
  if (existsSync(path)) return
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function inodeOfFile(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null
}
