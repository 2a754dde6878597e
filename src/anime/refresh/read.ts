import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { AnimeIdType } from '../../model/anime.ts'
import { readers } from '../sources/readers.ts'
import { SourceShapeError } from '../sources/record.ts'
import type { AnimeRecord } from '../sources/record.ts'
import type { Fetched } from './fetch.ts'
import type { animeFiles, CopyState } from './files.ts'
import { shownAddress } from './report.ts'
import type { FeedOutcome, FeedReport } from './report.ts'

const maxUnpackedBytes = 2 ** 30
const gzipMark = [0x1f, 0x8b]
const zstdMark = [0x28, 0xb5, 0x2f, 0xfd]

export type ReadFeed = {
  readonly records: readonly AnimeRecord[]
  readonly report: FeedReport
  readonly copy: CopyState | null
}

type Contents = { readonly records: readonly AnimeRecord[]; readonly unreadable: number }

export type ReadOptions = {
  readonly files: ReturnType<typeof animeFiles>
  /** Undefined: there was none. */
  readonly old: CopyState | undefined
  /** Accepts a list that lost more than half of its records. */
  readonly force: boolean
}

/** A sound file becomes the good copy; otherwise the old one is read. */
export function readFeed(fetched: Fetched, { files, old, force }: ReadOptions): ReadFeed {
  const started = performance.now()
  const { key, source, address, candidate } = fetched
  const path = files.copy(key)
  let { warning } = fetched

  const finish = (
    outcome: FeedOutcome,
    { records, unreadable }: Contents,
    copy: CopyState | null,
  ): ReadFeed => {
    const ms = fetched.ms + performance.now() - started
    const coverage = coverageOf(records)
    const counts = { records: records.length + unreadable, unreadable, coverage }
    return {
      records,
      copy,
      report: { source, address: shownAddress(address), outcome, ...counts, ms, warning },
    }
  }

  if (candidate) {
    const { path: fresh, ...copy } = candidate
    try {
      const contents = readList(source, fresh)
      const records = contents.records.length + contents.unreadable
      if (!force && old?.address === address) checkLoss(records, old.records)
      renameSync(fresh, path)
      return finish('new', contents, { ...copy, records })
    } catch (error) {
      if (!(error instanceof SourceShapeError)) throw error
      warning = error.message
      rmSync(fresh, { force: true })
    }
  }
  const unchanged = !candidate && warning === null
  if (old && existsSync(path)) {
    try {
      return finish(unchanged ? 'unchanged' : 'last good copy', readList(source, path), old)
    } catch (error) {
      if (!(error instanceof SourceShapeError)) throw error
      warning ??= `the kept copy ${error.message}`
    }
  }
  return finish('skipped', { records: [], unreadable: 0 }, null)
}

function readList(source: Fetched['source'], path: string): Contents {
  const records: AnimeRecord[] = []
  let unreadable = 0
  for (const record of readers[source](unpacked(readFileSync(path)))) {
    if (record) records.push(record)
    else unreadable += 1
  }
  if (!records.some(({ ids }) => Object.keys(ids).length > 0)) {
    throw new SourceShapeError('holds no entry that could be understood')
  }
  if (unreadable > records.length) {
    throw new SourceShapeError(
      `has changed its form: ${unreadable} of ${records.length + unreadable} records cannot be understood`,
    )
  }
  return { records, unreadable }
}

function unpacked(bytes: Buffer): Buffer {
  const options = { maxOutputLength: maxUnpackedBytes }
  try {
    if (startsWith(bytes, gzipMark)) return gunzipSync(bytes, options)
    if (startsWith(bytes, zstdMark)) return zstdDecompressSync(bytes, options)
  } catch {
    throw new SourceShapeError('is packed, and cannot be unpacked; it may be only half downloaded')
  }
  return bytes
}

function startsWith(bytes: Buffer, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte)
}

/** A list does not lose half of its entries in a day: more likely it is broken. */
function checkLoss(now: number, before: number): void {
  if (now * 2 >= before) return
  throw new SourceShapeError(
    `has only ${now} records where it had ${before}; refresh with --force if that is right`,
  )
}

function coverageOf(records: readonly AnimeRecord[]): FeedReport['coverage'] {
  const counts: Partial<Record<AnimeIdType, number>> = {}
  const add = (type: AnimeIdType) => {
    counts[type] = (counts[type] ?? 0) + 1
  }
  for (const { ids, imdb, tmdb, trakt, tvdb } of records) {
    for (const type in ids) add(type as AnimeIdType)
    if (imdb?.length) add('imdbId')
    if (tmdb?.length) add('themoviedbId')
    if (trakt?.length) add('traktId')
    if (tvdb) add('thetvdbId')
  }
  return counts
}
