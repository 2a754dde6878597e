import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat, unlink, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type DiskCache = ReturnType<typeof createDiskCache>

type Options = {
  readonly folder: string
  readonly maxBytes: number
  readonly warn: (message: string) => void
}

type Found = { readonly path: string; readonly bytes: number; readonly usedAt: number }

/** Part of the bound that this process writes before it looks at the folder again. */
const writtenShare = 1 / 16
/** Part of the bound that stays when old files are removed. */
const keptShare = 0.9
/** A file that is read now and then is not touched at each reading. */
const touchAfterMs = 3_600_000
const keptDays = 30
/** What a process that was killed leaves behind. */
const unfinishedMs = 600_000
const warnAgainMs = 3_600_000
const unfinished = '.part'
const dayMs = 86_400_000
/** Each file begins with this and the day that it was written on: few file systems can be asked for that. */
const mark = Buffer.from('day:', 'latin1')
const headLength = mark.length + 4

/**
 * Files within a bound; the least recently used go first. Several processes may share the folder. Reading and writing
 * never fail: a folder that cannot be written keeps nothing, and says so in the log.
 */
export function createDiskCache({ folder, maxBytes, warn }: Options) {
  const foldersThere = new Set<string>()
  let unseenBytes = 0
  let sweeping: Promise<void> | null = null
  let isSweepWanted = false
  let stopped = false
  let warnedAt = -Infinity

  function complain(error: unknown): void {
    if (stopped || performance.now() - warnedAt < warnAgainMs) return
    warnedAt = performance.now()
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    warn(`the folder ${folder} keeps nothing new: ${reason}`)
  }

  function pathOf(name: string): string {
    return join(folder, name.slice(0, 2), name)
  }

  async function makeFolder(path: string): Promise<void> {
    const inner = dirname(path)
    if (foldersThere.has(inner)) return
    await mkdir(inner, { recursive: true })
    foldersThere.add(inner)
  }

  async function store(path: string, bytes: Uint8Array): Promise<void> {
    await makeFolder(path)
    const draft = join(dirname(path), `${randomUUID()}${unfinished}`)
    try {
      await writeAll(draft, [headOf(today()), bytes])
      // Others see the whole file or none.
      await rename(draft, path)
    } catch (error) {
      await unlink(draft).catch(() => {})
      throw error
    }
  }

  /** Counts what is there, whoever wrote it, and removes what is too much. */
  function sweep(): Promise<void> {
    isSweepWanted = true
    sweeping ??= sweepAll().finally(() => (sweeping = null))
    return sweeping
  }

  async function sweepAll(): Promise<void> {
    while (isSweepWanted) {
      isSweepWanted = false
      unseenBytes = 0
      await removeOldest(folder, maxBytes, () => stopped).catch(complain)
    }
  }

  sweep().catch(() => {})
  return {
    async read(name: string): Promise<Buffer | null> {
      const path = pathOf(name)
      try {
        const file = await readFile(path)
        const day = dayOf(file)
        touch(path, day).catch(() => {})
        return day === null ? null : file.subarray(headLength)
      } catch {
        return null
      }
    },

    /** Names begin with two characters that spread them over folders. */
    async write(name: string, bytes: Uint8Array): Promise<void> {
      if (bytes.length > maxBytes || stopped) return
      const path = pathOf(name)
      try {
        await store(path, bytes).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error
          foldersThere.delete(dirname(path))
          await store(path, bytes)
        })
        unseenBytes += bytes.length
        if (unseenBytes > maxBytes * writtenShare) sweep().catch(() => {})
      } catch (error) {
        complain(error)
      }
    },

    async remove(name: string): Promise<void> {
      await rm(pathOf(name), { force: true }).catch(complain)
    },

    sweep,

    async stop(): Promise<void> {
      stopped = true
      await sweeping
    },
  }
}

async function writeAll(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w')
  try {
    const { bytesWritten } = await file.writev(parts)
    const whole = parts.reduce((sum, { length }) => sum + length, 0)
    // A full disk takes a part first: what is left says why it cannot be written.
    if (bytesWritten < whole) await file.writeFile(Buffer.concat(parts).subarray(bytesWritten))
  } finally {
    await file.close()
  }
}

function today(): number {
  return Math.floor(Date.now() / dayMs)
}

function headOf(day: number): Buffer {
  const head = Buffer.alloc(headLength)
  mark.copy(head)
  head.writeUInt32BE(day, mark.length)
  return head
}

/** Null where something else wrote the file. */
function dayOf(file: Buffer): number | null {
  const isOurs = file.length >= headLength && mark.equals(file.subarray(0, mark.length))
  return isOurs ? file.readUInt32BE(mark.length) : null
}

/** Keeps the order of use without a list of it. What is old is made anew the next time. */
async function touch(path: string, day: number | null): Promise<void> {
  try {
    if (day === null || today() - day > keptDays) {
      await rm(path, { force: true })
      return
    }
    const now = Date.now()
    const { mtimeMs } = await stat(path)
    if (now - mtimeMs > touchAfterMs) await utimes(path, now / 1_000, now / 1_000)
  } catch {
    // Another process removed it, or the folder is read-only.
  }
}

async function removeOldest(
  folder: string,
  maxBytes: number,
  isStopped: () => boolean,
): Promise<void> {
  const found: Found[] = []
  let bytes = 0
  for await (const file of filesOf(folder)) {
    if (isStopped()) return
    const isLeftOver = file.path.endsWith(unfinished) && Date.now() - file.usedAt > unfinishedMs
    if (isLeftOver) await rm(file.path, { force: true })
    else {
      found.push(file)
      bytes += file.bytes
    }
  }
  if (bytes <= maxBytes) return
  found.sort((one, other) => one.usedAt - other.usedAt)
  for (const file of found) {
    if (isStopped() || bytes <= maxBytes * keptShare) return
    await rm(file.path, { force: true })
    bytes -= file.bytes
  }
}

async function* filesOf(folder: string): AsyncGenerator<Found> {
  const folders = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for await (const entry of folders) {
    // The folder may be a disk of its own, with `lost+found` of root.
    if (!entry.isDirectory() || entry.name.length !== 2) continue
    const inner = join(folder, entry.name)
    for await (const { name } of await opendir(inner).catch(() => [])) {
      const path = join(inner, name)
      const known = await stat(path).catch(() => null)
      if (known?.isFile()) yield { path, bytes: known.size, usedAt: known.mtimeMs }
    }
  }
}
