import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { migrateToLatest } from '../../src/storage/migrate.ts'

let migrated: Promise<Buffer> | undefined

async function migrateNewFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'service-template-'))
  try {
    const file = join(folder, 'service.db')
    const db = openDatabase({ dialect: 'sqlite', file })
    await migrateToLatest(db)
    await closeDatabase(db)
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the file that the migrations make of a new one; they run once in each process. */
export async function writeMigrated(file: string): Promise<void> {
  await writeFile(file, await (migrated ??= migrateNewFile()), { mode: 0o600, flag: 'wx' })
}
