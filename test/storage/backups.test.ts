import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBackups, mostBackups } from '../../src/storage/backups.ts'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import type { Logger } from '../../src/core/logger.ts'
import { until } from '../support/until.ts'

const silent = { warn() {} }

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function openNotes() {
  const settings = { dialect: 'sqlite', file: join(emptyFolder(), 'service.db') } as const
  const db = openDatabase(settings)
  onTestFinished(() => closeDatabase(db))
  await db.schema.createTable('notes', (table) => {
    table.increments('id')
    table.text('text')
  })
  const write = (text: string) => db('notes').insert({ text })
  return { settings, write }
}

async function notesIn(file: string): Promise<string[]> {
  const db = openDatabase({ dialect: 'sqlite', file })
  const found = await db('notes').orderBy('id').select('text')
  await closeDatabase(db)
  return found.map(({ text }) => text as string)
}

describe('a backup of SQLite', () => {
  it('holds what was written before it, what is not yet folded into the file included', async () => {
    const { settings, write } = await openNotes()
    await write('first')
    const folder = join(emptyFolder(), 'new')
    const backups = createBackups(settings, folder, silent)
    const made = await backups.make()
    await write('second')
    expect(await notesIn(join(folder, made.name))).toEqual(['first'])
    expect(made.bytes).toBe(statSync(join(folder, made.name)).size)
    expect(statSync(folder).mode & 0o077).toBe(0)
  })

  it('is one state of the database, however much is written meanwhile', async () => {
    const { settings, write } = await openNotes()
    for (let count = 0; count < 200; count++) await write('x'.repeat(20_000))
    const folder = emptyFolder()
    const backups = createBackups(settings, folder, silent)
    const state = { isMade: false }
    const making = backups.make().finally(() => {
      state.isMade = true
    })
    let written = 200
    while (!state.isMade && written < 2_000) {
      await write('y'.repeat(20_000))
      await nextTurn()
      written += 1
    }
    const { name } = await making
    const found = await notesIn(join(folder, name))
    expect(written).toBeGreaterThan(found.length)
    expect(found.length).toBeGreaterThanOrEqual(200)
  })

  it('replaces the oldest beyond a few, and touches no other file', async () => {
    const { settings } = await openNotes()
    const folder = emptyFolder()
    writeFileSync(join(folder, 'mine.db'), 'mine')
    let at = Date.UTC(2026, 0, 1)
    const backups = createBackups(settings, folder, silent, () => (at += 1_000))
    for (let count = 0; count < mostBackups + 2; count++) await backups.make()
    const kept = await backups.list()
    expect(kept.map(({ name }) => name)).toEqual(
      kept.map(({ name }) => name).toSorted((a, b) => (a < b ? 1 : -1)),
    )
    expect(kept[0]!.name).toBe('service-20260101T000009000Z.db')
    expect(readdirSync(folder)).toHaveLength(mostBackups + 1)
  })

  it('can be read by nobody else, also in a folder that everybody may read', async () => {
    const { settings } = await openNotes()
    const folder = emptyFolder()
    chmodSync(folder, 0o755)
    const { name } = await createBackups(settings, folder, silent).make()
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  it('is made after a crash, too, whose remains take no room from it', async () => {
    const { settings, write } = await openNotes()
    await write('first')
    const folder = emptyFolder()
    const crash = () => {
      writeFileSync(join(folder, 'unfinished.db'), 'half a copy')
      writeFileSync(join(folder, 'unfinished.db-journal'), 'half a journal')
      utimesSync(join(folder, 'unfinished.db'), 0, 0)
    }
    crash()
    const { name } = await createBackups(settings, folder, silent).make()
    expect(readdirSync(folder)).toEqual([name])
    expect(await notesIn(join(folder, name))).toEqual(['first'])
    crash()
    const huge = join(emptyFolder(), 'huge.db')
    writeFileSync(huge, '')
    truncateSync(huge, 2 ** 43)
    const refused = createBackups({ ...settings, file: huge }, folder, silent).make()
    await expect(refused).rejects.toThrow('no room')
    expect(readdirSync(folder)).toEqual([name])
  })

  it('is not begun while another process makes one, whose copy stays', async () => {
    const { settings } = await openNotes()
    const folder = emptyFolder()
    const growing = join(folder, 'unfinished.db')
    writeFileSync(growing, 'half a copy')
    await expect(createBackups(settings, folder, silent).make()).rejects.toThrow(
      /Another process is writing .*try again in a minute/,
    )
    expect(readFileSync(growing, 'utf8')).toBe('half a copy')
  })

  it('is made by one of two that begin at once, and the other is told so', async () => {
    const { settings, write } = await openNotes()
    for (let count = 0; count < 50; count++) await write('x'.repeat(100_000))
    const folder = emptyFolder()
    const [first, second] = [settings, settings].map((own) => createBackups(own, folder, silent))
    const ends = await Promise.allSettled([first!.make(), second!.make()])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(ends).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringMatching(/Another process is writing .*try again in a minute/),
      }),
    })
    const [name = '', ...others] = readdirSync(folder)
    expect(others).toEqual([])
    expect(await notesIn(join(folder, name))).toHaveLength(50)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  it('ends where another process has taken its place meanwhile, whose copy stays', async () => {
    const { settings, write } = await openNotes()
    for (let count = 0; count < 50; count++) await write('x'.repeat(100_000))
    const folder = emptyFolder()
    const growing = join(folder, 'unfinished.db')
    const takeOver = async () => {
      await until('the copy', () => existsSync(growing), Boolean, { everyMs: 1 })
      rmSync(growing)
      writeFileSync(growing, 'half a copy')
    }
    const [made] = await Promise.allSettled([
      createBackups(settings, folder, silent).make(),
      takeOver(),
    ])
    expect(made).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('Another process is writing') },
    })
    expect(readdirSync(folder)).toEqual(['unfinished.db'])
    expect(readFileSync(growing, 'utf8')).toBe('half a copy')
  })

  it('leaves nothing in the way of the next one where it fails', async () => {
    const { settings } = await openNotes()
    const folder = emptyFolder()
    const broken = join(emptyFolder(), 'broken.db')
    writeFileSync(broken, 'no database'.repeat(100))
    const failing = createBackups({ ...settings, file: broken }, folder, silent)
    await expect(failing.make()).rejects.toThrow('SQLITE_NOTADB')
    await createBackups(settings, folder, silent).make()
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('is copied beside the thread that answers requests', async () => {
    const { settings, write } = await openNotes()
    for (let count = 0; count < 500; count++) await write('x'.repeat(100_000))
    const backups = createBackups(settings, emptyFolder(), silent)
    const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
    await backups.make()
    const [spent, ownSpent] = [process.cpuUsage(all), process.threadCpuUsage(own)]
    expect(ownSpent.user + ownSpent.system).toBeLessThan((spent.user + spent.system) / 2)
  })

  it('is never the one that is deleted, even where the clock has gone back', async () => {
    const { settings } = await openNotes()
    const folder = emptyFolder()
    let at = Date.UTC(2026, 0, 1)
    const backups = createBackups(settings, folder, silent, () => (at -= 1_000))
    for (let count = 0; count < mostBackups; count++) await backups.make()
    const made = await backups.make()
    expect(readdirSync(folder)).toContain(made.name)
    expect(await backups.list()).toHaveLength(mostBackups)
  })

  it('stands although an old one cannot be deleted, which the log says', async () => {
    const { settings } = await openNotes()
    const folder = emptyFolder()
    const stuck = 'service-20200101T000000000Z.db'
    mkdirSync(join(folder, stuck))
    const warn = vi.fn<Logger['warn']>()
    const backups = createBackups(settings, folder, { warn })
    for (let count = 0; count < mostBackups; count++) await backups.make()
    expect(warn).toHaveBeenCalledWith(
      { err: expect.any(Error), name: stuck },
      'An old backup could not be deleted',
    )
  })

  it.each([
    ['the folder', (folder: string) => ({ folder: join(folder, 'file') }), 'EEXIST'],
    ['the copy', (folder: string) => ({ folder, file: join(folder, 'file') }), 'SQLITE_NOTADB'],
  ])('says so where %s cannot be written, and the log why', async (_what, over, code) => {
    const { settings } = await openNotes()
    const made = emptyFolder()
    writeFileSync(join(made, 'file'), 'no database'.repeat(100))
    const { folder, file = settings.file } = { file: undefined, ...over(made) }
    const warn = vi.fn<Logger['warn']>()
    await expect(
      createBackups({ ...settings, file }, folder, { warn }).make(),
    ).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: `The backup could not be written to the folder of BACKUP_DIR (${code}).`,
    })
    expect(warn).toHaveBeenCalledWith(
      { err: expect.objectContaining({ code }) },
      'A backup could not be written',
    )
  })
})

describe('a database on a server of its own', () => {
  it('is backed up there, as the answer says', async () => {
    const backups = createBackups(
      { dialect: 'mysql', url: 'mysql://nowhere/service' },
      '/nowhere',
      silent,
    )
    expect(await backups.databaseBytes()).toBeNull()
    expect(await backups.list()).toEqual([])
    await expect(backups.make()).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('mysqldump'),
    })
  })
})
