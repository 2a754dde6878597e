import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { animeIdTypes } from '../../model/anime.ts'

export function animeFiles(folder: string) {
  const copies = join(folder, 'lists')
  return {
    index: join(folder, 'anime.index'),
    state: join(folder, 'state.json'),
    conflicts: join(folder, 'conflicts.json'),
    corrections: join(copies, 'corrections'),
    copies,
    copy: (key: string) => join(copies, key),
    candidate: (key: string) => join(copies, `${key}.${process.pid}.new`),
  }
}

const copy = z.object({
  /** A copy of another address is a copy of another list. */
  address: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** Of a local file: size and time of its last change. */
  mark: z.string().nullable(),
  records: z.number(),
})

export type CopyState = z.output<typeof copy>

const state = z.object({
  copies: z.record(z.string(), copy),
  coverage: z.partialRecord(z.enum(animeIdTypes), z.number()),
})

export type RefreshState = z.output<typeof state>

const emptyState: RefreshState = { copies: {}, coverage: {} }

/** Empty where it cannot be read, so that the next refresh starts over. */
export function readState(path: string): RefreshState {
  try {
    return state.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return emptyState
  }
}

const leftoverMs = 3_600_000

/** Left by a process that was killed during a refresh. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const left =
      /\.\d+\.(?:new|tmp)$/.test(name) && Date.now() - statSync(path).mtimeMs > leftoverMs
    if (left) rmSync(path, { force: true })
  }
}

/** Atomic: the file is the old or the new one, whenever the process ends. */
export function writeWhole(path: string, content: Buffer | string): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  const file = openSync(temporary, 'w')
  try {
    const bytes = Buffer.from(content)
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
}
