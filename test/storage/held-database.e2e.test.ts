import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { holdDatabase } from '../../src/storage/held-database.ts'

const run = promisify(execFile)
const sqlite = import.meta.resolve('better-sqlite3')

/** By another program, which does not wait. */
const writtenElsewhere = (file: string) =>
  run(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { default: Sqlite } = await import(${JSON.stringify(sqlite)})
     new Sqlite(${JSON.stringify(file)}, { timeout: 0 }).exec('create table other (text text)')`,
  ])

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'held-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('A held database keeps others out, also after it was copied where it cannot be linked', async () => {
  const folder = emptyFolder()
  const [file, kept] = [join(folder, 'service.db'), join(folder, 'kept.db')]
  const old = new Sqlite(file)
  old.pragma('journal_mode = WAL')
  old.exec('create table notes (text text)')
  old.close()
  // No file is linked in the place of another.
  writeFileSync(kept, 'another')

  const held = await holdDatabase(file)
  await held.keepAs(kept)
  await expect(writtenElsewhere(file)).rejects.toThrow(/database is locked/)
  await held.close()
  expect(readFileSync(kept).equals(readFileSync(file))).toBe(true)
  await writtenElsewhere(file)
})

it.runIf(process.platform === 'linux')('Of a copy that fails nothing is left', async () => {
  const folder = emptyFolder()
  const [file, kept] = [join(folder, 'service.db'), join(folder, 'kept.db')]
  new Sqlite(file).exec('create table notes (text text)').close()
  symlinkSync('/dev/full', kept)

  const held = await holdDatabase(file)
  await expect(held.keepAs(kept)).rejects.toMatchObject({ code: 'ENOSPC' })
  await held.close()
  expect(readdirSync(folder)).toEqual(['service.db'])
})
