import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { access, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError } from '../core/errors.ts'
import { refusal } from '../core/refusal-texts.ts'

const copyThread = new URL('./copy-thread.ts', import.meta.url)
/** A copy that grows was written to within this time. */
const aliveMs = 60_000

export const beside = ['-wal', '-shm', '-journal'] as const

export function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:.]/g, '')
}

/** One state of a SQLite file and of what is not yet folded into it. Grows as `unfinished`, so that it is never half there. */
export async function writeCopy(file: string, target: string, unfinished: string): Promise<void> {
  await dropAbandoned(unfinished)
  const own = await create(unfinished)
  const isOwn = async () =>
    (await stat(unfinished).catch(() => null))?.ino === (await own.stat()).ino
  try {
    await dropBeside(unfinished)
    await requireRoom(dirname(target), await bytesOf(file))
    // In a thread of its own: copying and writing to the disk block it.
    await once(new Worker(copyThread, { workerData: { file, target: unfinished } }), 'exit')
    if (!(await isOwn())) throw inUse(unfinished)
  } catch (error) {
    if (!(await isOwn())) throw inUse(unfinished, error)
    await drop(unfinished)
    throw error
  } finally {
    await own.close()
  }
  await rename(unfinished, target)
  await syncFolder(dirname(target))
}

/** A crash may have left it, and what it takes is needed. */
async function dropAbandoned(unfinished: string): Promise<void> {
  const left = await stat(unfinished).catch(() => null)
  if (left && Date.now() - left.mtimeMs < aliveMs) throw inUse(unfinished)
  if (left) await drop(unfinished)
}

/** Of two that begin at once, one makes it. SQLite would create it readable by everybody. */
async function create(unfinished: string): Promise<FileHandle> {
  try {
    return await open(unfinished, 'wx', 0o600)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? inUse(unfinished, error) : error
  }
}

function inUse(unfinished: string, cause?: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', refusal('BACKUP_UNFINISHED', { file: unfinished }), {
    cause,
    retryAfter: 60,
  })
}

async function drop(file: string): Promise<void> {
  await rm(file, { force: true })
  await dropBeside(file)
}

async function dropBeside(file: string): Promise<void> {
  for (const end of beside) await rm(`${file}${end}`, { force: true })
}

/** What is not yet folded into the file included. */
export async function bytesOf(file: string): Promise<number> {
  const sizes = await Promise.all(
    ['', '-wal'].map((end) =>
      stat(`${file}${end}`).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** So that a power failure undoes no rename. Windows has no such thing. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const disk = await statfs(folder)
  if (disk.bavail * disk.bsize > bytes) return
  throw new AppError('SERVICE_UNAVAILABLE', refusal('BACKUP_DISK_FULL', { folder }), {
    retryAfter: 60,
  })
}
