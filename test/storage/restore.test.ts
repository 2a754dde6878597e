import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { replaceDatabase } from '../../src/storage/restore.ts'

const table = (name: string) =>
  `create table ${name} (number integer not null primary key autoincrement, text text)`

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function write(file: string, ...statements: readonly string[]): void {
  const db = new Sqlite(file)
  for (const statement of statements) db.exec(statement)
  db.close()
}

/** A backup with one row in `notes` and none in `lists`, ready to replace the database. */
function preparedIn(folder: string) {
  const file = join(folder, 'service.db')
  const prepared = `${file}.restoring`
  write(prepared, table('notes'), table('lists'), "insert into notes (text) values ('backup')")
  return { file, prepared }
}

function textsIn(file: string): unknown[] {
  const db = new Sqlite(file)
  const texts = db.prepare('select text from notes order by number').pluck().all()
  db.close()
  return texts
}

function nextNumber(file: string, name: string): number {
  const db = new Sqlite(file)
  const { lastInsertRowid } = db.prepare(`insert into ${name} (text) values ('next')`).run()
  db.close()
  return Number(lastInsertRowid)
}

describe('a restored database', () => {
  it.each(['-wal', '-shm', '-journal'])(
    'is never laid beside the %s file of a database that is gone, which is kept',
    async (end) => {
      const folder = emptyFolder()
      const { file, prepared } = preparedIn(folder)
      writeFileSync(`${file}${end}`, 'of another')
      expect(await replaceDatabase(file, prepared, () => 0)).toBeNull()
      const names = ['service.db', `service-before-restore-19700101T000000000Z.db${end}`]
      expect(readdirSync(folder).toSorted()).toEqual(names.toSorted())
    },
  )

  it('is not undone by what was not yet folded into a database that is gone', async () => {
    const folder = emptyFolder()
    const { file, prepared } = preparedIn(folder)
    const old = new Sqlite(file)
    old.pragma('journal_mode = WAL')
    for (const name of ['notes', 'others']) old.exec(table(name))
    old.exec("insert into notes (text) values ('old')")
    renameSync(`${file}-wal`, join(folder, 'wal'))
    old.close()
    rmSync(file)
    rmSync(`${file}-shm`, { force: true })
    renameSync(join(folder, 'wal'), `${file}-wal`)
    await replaceDatabase(file, prepared)
    expect(textsIn(file)).toEqual(['backup'])
  })

  it('gives no number again that was given after the backup, also in a table that came later', async () => {
    const { file, prepared } = preparedIn(emptyFolder())
    write(file, table('notes'), table('lists'), table('later'))
    for (const name of ['notes', 'lists', 'later']) {
      write(file, `insert into ${name} (number, text) values (40, 'old')`, `delete from ${name}`)
    }
    await replaceDatabase(file, prepared)
    write(file, table('later'))
    const next = ['notes', 'lists', 'later'].map((name) => nextNumber(file, name))
    expect(next).toEqual([41, 41, 41])
  })

  it('goes on from its own numbers where the old one gave fewer', async () => {
    const { file, prepared } = preparedIn(emptyFolder())
    write(prepared, "insert into notes (number, text) values (90, 'backup')")
    write(file, table('notes'), "insert into notes (text) values ('old')")
    await replaceDatabase(file, prepared)
    expect([nextNumber(file, 'notes'), nextNumber(file, 'lists')]).toEqual([91, 1])
  })

  it.each([
    ['missing', () => {}],
    ['empty', (file: string) => writeFileSync(file, '')],
    ['damaged', (file: string) => writeFileSync(file, 'no database'.repeat(1_000))],
  ])('leaves out many numbers where the old one is %s', async (_what, make) => {
    const { file, prepared } = preparedIn(emptyFolder())
    make(file)
    await replaceDatabase(file, prepared)
    expect([nextNumber(file, 'notes'), nextNumber(file, 'lists')]).toEqual([1_000_002, 1_000_001])
  })
})
