import { z } from 'zod'
import { AppError } from '../../../core/errors.ts'
import type { ImportedPart } from '../../../model/history-store.ts'
import { readJsonRows } from '../../../trackers/files/json-rows.ts'
import type { FilePieces } from '../../../trackers/files/recognise.ts'
import { fileVersion } from '../export-file.ts'
import type { FileEntry, FileMessage, FileUser } from './messages.ts'

/** No entry, and no list of users, is as long. */
const maxRowBytes = 512 * 1024
/** More than fit into a file of the size that is taken. */
const maxEntries = 5_000_000
/** Entries that cannot be used: a file with more of them was not written by this service. */
const maxWrong = 10_000
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

const fileUsers = z
  .array(z.object({ id: text(100), name: z.string(), own: z.boolean() }))
  .max(1_000)

/**
 * Reads an export of this service, twice: nothing is handed on before all of it has proved to be good. Throws
 * BAD_REQUEST where it is damaged or of another version, PAYLOAD_TOO_LARGE past a bound.
 */
export function* readOwnFile(file: FilePieces): Generator<FileMessage> {
  const { users, wrong } = check(file())
  yield { kind: 'users', users }
  let waiting: FileEntry[] = []
  for (const entry of entriesOf(file())) {
    if (entry) waiting.push(entry)
    if (waiting.length < atOnce) continue
    yield { kind: 'own', entries: waiting }
    waiting = []
  }
  if (waiting.length > 0) yield { kind: 'own', entries: waiting }
  const skipped = wrong > 0 ? [{ reason: 'The entry is not complete.', count: wrong }] : []
  yield { kind: 'end', format: 'service', skipped }
}

function check(file: Iterable<Uint8Array>): { users: readonly FileUser[]; wrong: number } {
  let users: readonly FileUser[] = []
  let count = 0
  let wrong = 0
  const onUsers = (found: readonly FileUser[]): void => void (users = found)
  for (const entry of entriesOf(file, onUsers)) {
    count += 1
    if (entry === null) wrong += 1
    if (wrong > maxWrong) throw tooMany(`${maxWrong} entries that are not complete`)
    if (count > maxEntries) throw tooMany(`${maxEntries} entries`)
  }
  return { users, wrong }
}

/** Null: an entry that cannot be used. */
function* entriesOf(
  file: Iterable<Uint8Array>,
  onUsers: (users: readonly FileUser[]) => void = () => {},
): Generator<FileEntry | null> {
  const paths = ['$.version', '$.users', '$.items.*']
  for (const { list, value } of readJsonRows(file, { paths, maxRowBytes })) {
    if (list === 'items') yield readEntry(value)
    else if (list === 'users') onUsers(fileUsers.safeParse(value).data ?? [])
    else if (value !== fileVersion) {
      throw new AppError('BAD_REQUEST', `Only version ${fileVersion} of the file is known here.`)
    }
  }
}

function tooMany(what: string): AppError {
  return new AppError(
    'PAYLOAD_TOO_LARGE',
    `The file has more than ${what}. Nothing of it was imported.`,
  )
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
