import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { migrations } from '../../migrations/list.ts'
import { beside, stampOf, syncFolder, writeCopy } from './copy.ts'
import { holdDatabase, isDamage } from './held-database.ts'

/** More than a service gives between two backups; ids have room for thousands of these steps. */
const unknownNumbers = 1_000_000

/** Copies a backup beside the database, where nothing uses it yet. Throws an Error that says why it cannot be restored. */
export async function prepareRestore(backup: string, file: string): Promise<string> {
  const source = await stat(backup).catch(() => null)
  if (!source?.isFile()) throw new Error(`There is no file ${backup}`)
  const current = await stat(file).catch(() => null)
  if (current && current.ino === source.ino && current.dev === source.dev) {
    throw new Error(`${backup} is the database of the service itself; name a backup of it`)
  }
  const prepared = `${file}.restoring`
  try {
    await dropDatabase(prepared)
    await writeCopy(backup, prepared, `${prepared}.unfinished`)
    requireBackup(prepared, backup)
  } catch (error) {
    await dropDatabase(prepared)
    throw isDamage(error) ? new Error(`${backup} is no SQLite database, or it is damaged`) : error
  }
  return prepared
}

export async function dropDatabase(file: string): Promise<void> {
  for (const end of ['', ...beside]) await rm(`${file}${end}`, { force: true })
}

/** Returns where the old database is kept, null: there was none. Ended at any point, the old one or the new one stands there. */
export async function replaceDatabase(
  file: string,
  prepared: string,
  now = Date.now,
): Promise<string | null> {
  const kept = `${file.replace(/\.db$/, '')}-before-restore-${stampOf(now())}.db`
  const isThere = existsSync(file)
  const held = isThere ? await holdDatabase(file) : null
  try {
    raiseNumbers(prepared, held?.db ? numbersOf(held.db) : null)
    // Of a damaged or missing database alone: of any other, everything is in the file now.
    for (const end of beside) {
      if (existsSync(`${file}${end}`)) await rename(`${file}${end}`, `${kept}${end}`)
    }
    await held?.keepAs(kept)
    await syncFolder(dirname(file))
    if (process.platform === 'win32') await held?.close()
    await rename(prepared, file)
    await syncFolder(dirname(file))
  } finally {
    await held?.close()
  }
  return isThere ? kept : null
}

type LastNumber = { readonly name: string; readonly seq: number }

/** The last number that each table gave; null where they cannot be read. */
function numbersOf(db: Database): readonly LastNumber[] | null {
  try {
    return db.prepare('select name, seq from sqlite_sequence').all() as LastNumber[]
  } catch {
    return null
  }
}

/** No number is given twice, also none that was given after the backup. */
function raiseNumbers(file: string, given: readonly LastNumber[] | null): void {
  const db = new Sqlite(file, { fileMustExist: true })
  try {
    db.pragma('journal_mode = DELETE')
    const seqOf = db.prepare('select max(seq) from sqlite_sequence where name = ?').pluck()
    const forget = db.prepare('delete from sqlite_sequence where name = ?')
    const note = db.prepare('insert into sqlite_sequence (name, seq) values (?, ?)')
    const raise = db.transaction((numbers: readonly LastNumber[]) => {
      for (const { name, seq } of numbers) {
        const own = (seqOf.get(name) ?? 0) as number
        forget.run(name)
        note.run(name, given ? Math.max(own, seq) : own + unknownNumbers)
      }
    })
    raise(given ?? countedTablesOf(db))
  } finally {
    db.close()
  }
}

function countedTablesOf(db: Database): LastNumber[] {
  return db
    .prepare(
      "select name, 0 as seq from sqlite_master where type = 'table' and sql like '%autoincrement%'",
    )
    .all() as LastNumber[]
}

function requireBackup(file: string, name: string): void {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    const steps = stepsOf(db)
    const known = new Set(migrations.map((step) => step.name))
    if (!steps.some((step) => known.has(step))) {
      throw new Error(`${name} is no backup of this service: its tables are not there`)
    }
    const unknown = steps.find((step) => !known.has(step))
    if (unknown !== undefined) {
      throw new Error(
        `${name} was made by a newer version of the service (it has the step ${unknown}); update the service first`,
      )
    }
    const damage = db.pragma('quick_check(1)', { simple: true })
    if (damage !== 'ok') throw new Error(`${name} is damaged: ${String(damage)}`)
  } finally {
    db.close()
  }
}

function stepsOf(db: Database): string[] {
  const table = db.prepare(
    "select 1 from sqlite_master where type = 'table' and name = 'migrations'",
  )
  if (table.get() === undefined) return []
  return db.prepare('select name from migrations order by name').pluck().all() as string[]
}
