import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { Size } from './sizes.ts'

export type PictureFacts = ReturnType<typeof createPictureFacts>

const mostKnown = 20_000
/** A file that is longer is written anew. */
const longestBytes = 3 * 2 ** 20
/** How soon lines of other processes are seen. */
const lookEveryMs = 10_000
const writeEveryMs = 1_000

/**
 * Sizes and BlurHashes, kept in a file of lines that several processes may append to. Looking one up never waits. What
 * cannot be written is known until the process ends.
 */
export function createPictureFacts({ file }: { readonly file: string }) {
  const sizes = new LRUCache<string, Size>(atMost(mostKnown))
  const blurHashes = new LRUCache<string, string>(atMost(mostKnown))
  let readBytes = 0
  let inode: number | undefined
  let lookedAt = -Infinity
  let rest = ''
  let last: Promise<unknown> = Promise.resolve()
  let unwritten = ''
  let timer: NodeJS.Timeout | undefined

  function take(line: string): void {
    const [key = '', first, second] = line.split(' ')
    if (!/^[\da-f]{32}$/.test(key) || first === undefined) return
    if (second === undefined) blurHashes.set(key, first)
    else if (Number(first) > 0 && Number(second) > 0) {
      sizes.set(key, { width: Number(first), height: Number(second) })
    }
  }

  async function readNew(): Promise<void> {
    const handle = await open(file, 'r')
    try {
      const { size, ino } = await handle.stat()
      // Another process wrote it anew.
      if (ino !== inode || size < readBytes) [readBytes, rest] = [0, '']
      inode = ino
      const length = Math.min(size - readBytes, 4 * longestBytes)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, readBytes)
      readBytes += bytesRead
      const lines = (rest + buffer.toString('latin1', 0, bytesRead)).split('\n')
      rest = lines.pop()!
      for (const [place, line] of lines.entries()) {
        take(line)
        // A whole file takes as long as several requests.
        if (place % 1_000 === 999) await setImmediate()
      }
    } finally {
      await handle.close()
    }
  }

  async function shorten(): Promise<void> {
    if (readBytes <= longestBytes) return
    const lines = [
      ...Array.from(sizes.entries(), ([key, size]) => lineOfSize(key, size)),
      ...Array.from(blurHashes.entries(), ([key, hash]) => lineOfHash(key, hash)),
    ]
    const text = lines.toReversed().join('')
    // Other processes may do the same at this moment.
    const draft = `${file}.${randomUUID()}.part`
    try {
      await writeFile(draft, text, 'latin1')
      const { ino } = await stat(draft)
      await rename(draft, file)
      ;[inode, readBytes, rest] = [ino, text.length, '']
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  /** One after the other; the folder may be missing, full or read-only. */
  function inOrder(work: () => Promise<unknown>): Promise<void> {
    const done = last.then(work).then(
      () => {},
      () => {},
    )
    last = done
    return done
  }

  function look(): void {
    if (performance.now() - lookedAt < lookEveryMs) return
    lookedAt = performance.now()
    inOrder(readNew).catch(() => {})
  }

  async function write(lines: string): Promise<void> {
    await appendFile(file, lines, 'latin1').catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      await mkdir(dirname(file), { recursive: true })
      await appendFile(file, lines, 'latin1')
    })
    if ((await stat(file)).size <= longestBytes) return
    await readNew()
    await shorten()
  }

  function writeAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    return inOrder(async () => {
      const lines = unwritten
      unwritten = ''
      if (lines !== '') await write(lines)
    })
  }

  function append(line: string): void {
    unwritten += line
    timer ??= setTimeout(writeAll, writeEveryMs).unref()
  }

  const ready = inOrder(async () => {
    await readNew()
    await shorten()
  })
  return {
    ready,

    sizeOf: (key: string): Size | null => sizes.get(key) ?? null,

    blurHashOf(key: string): string | null {
      look()
      return blurHashes.get(key) ?? null
    },

    addSize(key: string, size: Size): void {
      const old = sizes.get(key)
      if (old?.width === size.width && old.height === size.height) return
      sizes.set(key, size)
      append(lineOfSize(key, size))
    },

    addBlurHash(key: string, blurHash: string): void {
      if (blurHashes.get(key) === blurHash) return
      blurHashes.set(key, blurHash)
      append(lineOfHash(key, blurHash))
    },

    stop: writeAll,
  }
}

function lineOfSize(key: string, { width, height }: Size): string {
  return `${key} ${width} ${height}\n`
}

function lineOfHash(key: string, blurHash: string): string {
  return `${key} ${blurHash}\n`
}
