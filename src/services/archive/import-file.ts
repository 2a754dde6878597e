import { JSONParser } from '@streamparser/json'
import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import type { ImportedPart } from '../../model/history-store.ts'
import type { ImportedEntry } from '../../model/tracker.ts'
import { readForeign } from './foreign-file.ts'
import { fileFormat, fileVersion } from './export-file.ts'

/** Of files that are read as a whole. */
const maxForeignBytes = 64 * 2 ** 20
/** Enough to tell what a file is. */
const headBytes = 4_096
/** Bytes without a complete entry: no entry, and no list of users, is as long. */
const maxGap = 512 * 1024
/** Entries that are handed on together. */
const atOnce = 500

const text = (most: number) => z.string().min(1).max(most)
const time = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const count = z.number().int().min(0).max(1_000_000)
const address = z.string().max(1_000).nullish()
const ownEntry = z.object({
  userId: text(100),
  itemKey: text(2_000),
  titleKey: text(2_000),
  aliases: z.array(text(300)).max(20).optional(),
  kind: z.enum(['movie', 'series', 'season', 'episode', 'video']),
  season: count.nullish(),
  episode: count.nullish(),
  played: z.boolean(),
  playCount: count,
  positionMs: time,
  durationMs: time.nullish(),
  favorite: z.boolean(),
  likes: z.boolean().nullish(),
  lastPlayedAt: time.nullish(),
  origin: z.enum(['local', 'import']),
  tracker: z.string().max(100).nullish(),
  item: z.object({
    Name: z.string().max(300),
    SeriesName: z.string().max(300).optional(),
    ProductionYear: z.number().int().optional(),
  }),
  about: z.object({
    mediaType: z.string().max(300),
    runtimeMs: time.nullish(),
    primary: address,
    backdrop: address,
    seriesPrimary: address,
  }),
})

/** An entry of a file of this service, and the user it belonged to. */
export type FileEntry = { readonly userId: string; readonly part: ImportedPart }
export type FileUser = { readonly id: string; readonly name: string; readonly own: boolean }

export type OpenedFile =
  | {
      readonly format: 'service'
      /** Complete as soon as the first entries come: the file begins with its users. */
      users(): readonly FileUser[]
      /** Null: an entry that cannot be used. */
      readonly entries: AsyncIterable<readonly (FileEntry | null)[]>
    }
  | {
      readonly format: 'trakt' | 'simkl' | 'yamtrack'
      readonly entries: readonly ImportedEntry[]
      readonly skipped: readonly { readonly reason: string; readonly count: number }[]
    }

/** Tells what a file is. One of this service is read piece by piece, others as a whole. Throws BAD_REQUEST for anything else. */
export async function openFile(file: AsyncIterable<Uint8Array>): Promise<OpenedFile> {
  const pieces = file[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  let size = 0
  let done = false
  const isOwn = () =>
    size >= 1 && Buffer.concat(head).toString('latin1').includes(`"${fileFormat}"`)
  while (!done && size < headBytes && !isOwn()) {
    const next = await pieces.next()
    if (next.done) done = true
    else {
      head.push(next.value)
      size += next.value.length
    }
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* head
    for (;;) {
      const next = await pieces.next()
      if (next.done) return
      yield next.value
    }
  }
  return isOwn() ? openOwnFile(all()) : openForeignFile(all())
}

async function openForeignFile(file: AsyncIterable<Uint8Array>): Promise<OpenedFile> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of file) {
    size += piece.length
    if (size > maxForeignBytes) {
      throw new AppError('PAYLOAD_TOO_LARGE', 'Files of other services may have at most 64 MiB.')
    }
    pieces.push(piece)
  }
  const read = await readForeign(Buffer.concat(pieces))
  if (read) return read
  throw new AppError(
    'BAD_REQUEST',
    'This is no history file. Send an export of this service, of Trakt, of Simkl or of Yamtrack.',
  )
}

function openOwnFile(file: AsyncIterable<Uint8Array>): OpenedFile {
  let users: readonly FileUser[] = []
  async function* entries(): AsyncGenerator<readonly (FileEntry | null)[]> {
    const waiting: (FileEntry | null)[] = []
    const parser = new JSONParser({
      paths: ['$.version', '$.users', '$.items.*'],
      keepStack: false,
    })
    let seen = 0
    parser.onValue = ({ value, stack, key }) => {
      seen += 1
      if (stack.length === 1 && key === 'version' && value !== fileVersion) {
        throw new AppError('BAD_REQUEST', `Only version ${fileVersion} of the file is known here.`)
      }
      if (stack.length === 1 && key === 'users') users = readUsers(value)
      if (stack.length === 2) waiting.push(readEntry(value))
    }
    parser.onError = (error) => {
      throw error instanceof AppError ? error : broken()
    }
    let gap = 0
    for await (const piece of file) {
      const before = seen
      parser.write(piece)
      gap = seen === before ? gap + piece.length : 0
      if (gap > maxGap) throw broken()
      while (waiting.length >= atOnce) yield waiting.splice(0, atOnce)
    }
    if (!parser.isEnded) throw broken()
    if (waiting.length > 0) yield waiting
  }
  return { format: 'service', users: () => users, entries: entries() }
}

function broken(): AppError {
  return new AppError(
    'BAD_REQUEST',
    'The file is damaged or was cut off. What came before that place has been imported; send it whole.',
  )
}

const fileUsers = z
  .array(z.object({ id: text(100), name: z.string(), own: z.boolean() }))
  .max(1_000)

function readUsers(value: unknown): readonly FileUser[] {
  return fileUsers.safeParse(value).data ?? []
}

function readEntry(value: unknown): FileEntry | null {
  const { data } = ownEntry.safeParse(value)
  if (!data) return null
  const { item, about } = data
  const part: ImportedPart = {
    itemKey: data.itemKey,
    titleKey: data.titleKey,
    aliases: data.aliases ?? [],
    kind: data.kind,
    season: data.season ?? null,
    episode: data.episode ?? null,
    item: {
      name: item.Name,
      mediaType: about.mediaType,
      year: item.ProductionYear ?? null,
      seriesName: item.SeriesName ?? null,
      runtimeMs: about.runtimeMs ?? null,
      primary: about.primary ?? null,
      backdrop: about.backdrop ?? null,
      seriesPrimary: about.seriesPrimary ?? null,
    },
    played: data.played,
    playCount: data.playCount,
    positionMs: data.positionMs,
    durationMs: data.durationMs ?? null,
    favorite: data.favorite,
    likes: data.likes ?? null,
    at: data.lastPlayedAt ?? null,
    origin: data.origin,
    tracker: data.tracker ?? null,
    link: null,
  }
  return { userId: data.userId, part }
}
