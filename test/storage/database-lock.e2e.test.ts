import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { lockDatabase, shareDatabase } from '../../src/storage/database-lock.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const inUse = /another program uses .*service\.db or restores it: stop it first/
const work = async () => 'done'
const run = promisify(execFile)

/** By another program. */
const restoredElsewhere = (file: string) =>
  run(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { lockDatabase } = await import(${JSON.stringify(lockModule)})
     await lockDatabase(${JSON.stringify(file)}, async () => {})`,
  ])
const lockModule = new URL('../../src/storage/database-lock.ts', import.meta.url).href

it('One restore of a database runs at a time, and leaves no lock behind, also where it fails', async () => {
  const folder = join(emptyFolder(), 'data')
  const file = join(folder, 'service.db')
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = lockDatabase(file, () => promise)
  await expect(lockDatabase(file, work)).rejects.toThrow(inUse)
  resolve('first')
  expect(await first).toBe('first')
  await expect(lockDatabase(file, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(await lockDatabase(file, work)).toBe('done')
  expect(readdirSync(folder)).toEqual([])
})

it('A database is used by several, and restored once the last of them has ended', async () => {
  const folder = emptyFolder()
  const file = join(folder, 'service.db')
  const releases = [shareDatabase(file), shareDatabase(file)]
  for (const release of releases) {
    await expect(lockDatabase(file, work)).rejects.toThrow(inUse)
    release()
  }
  expect(await lockDatabase(file, work)).toBe('done')
  // Of somebody else, who may come back.
  expect(readdirSync(folder)).toEqual(['service.db-lock'])
})

it('A database that one program uses twice is not restored by another', async () => {
  const file = join(emptyFolder(), 'service.db')
  const releases = [shareDatabase(file), shareDatabase(file)]
  for (const release of releases) {
    await expect(restoredElsewhere(file)).rejects.toThrow(inUse)
    release()
  }
  await restoredElsewhere(file)
})

it('A database is not used while it is restored', async () => {
  const file = join(emptyFolder(), 'service.db')
  await lockDatabase(file, async () => {
    expect(() => shareDatabase(file)).toThrow(/is being restored; start again once/)
  })
  shareDatabase(file)()
})

it('A database on a disk whose files have another inode each time is refused', () => {
  const file = join(emptyFolder(), 'service.db')
  let inode = 0
  expect(() => shareDatabase(file, () => (inode += 1))).toThrow(
    /service\.db-lock is another file each time it is looked at/,
  )
})
