import { AppError } from '../../core/errors.ts'
import type { ImportedEntry } from '../../model/tracker.ts'
import { createCollector, wholeShare } from './collector.ts'
import type { Collector, Share, Skipped } from './collector.ts'
import { columnNames, maxColumns, readRecords, rowOf } from './csv.ts'
import type { CsvRow } from './csv.ts'
import { readJsonRows } from './json-rows.ts'
import type { JsonRow } from './json-rows.ts'
import { isSimklHead, isSimklRow, readSimklRow, readSimklTableRow } from './simkl.ts'
import { createTraktReader, isTraktRow } from './trakt.ts'
import { isYamtrackHead, readYamtrackRow } from './yamtrack.ts'

/** The file's bytes, from the start at each call. */
export type FilePieces = () => Iterable<Uint8Array>

export type ForeignFile = {
  readonly format: 'trakt' | 'simkl' | 'yamtrack'
  readonly skipped: Skipped
}

export type ForeignEntries = Pick<ForeignFile, 'format'> & {
  readonly entries: readonly ImportedEntry[]
}

export type ForeignPlays = Pick<ForeignFile, 'format'> & {
  /** Each of them once, with its date. */
  readonly plays: readonly ImportedEntry[]
}

type ForeignRows =
  | ({ readonly kind: 'foreign' } & ForeignEntries)
  | ({ readonly kind: 'foreignPlays' } & ForeignPlays)

type Kind = 'trakt' | 'simkl' | 'yamtrack' | 'simkl table'

const maxRowBytes = 4 * 2 ** 20
/** Rows of no known form; real exports have a few. */
const maxStrange = 10_000
const maxRecords = 1_000_000
const atOnce = 500
const whitespace = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf])
const [brace, bracket] = [0x7b, 0x5b]

const readers: Readonly<Record<Kind, (file: Iterable<Uint8Array>, collector: Collector) => void>> =
  {
    trakt(file, collector) {
      const reader = createTraktReader(collector)
      for (const { value, list } of fitting(jsonRows(file), isTraktRow)) reader.row(value, list)
      reader.endList()
    },
    simkl(file, collector) {
      for (const { value, list } of fitting(jsonRows(file), isSimklRow)) {
        readSimklRow(value, list, collector)
      }
    },
    yamtrack(file, collector) {
      for (const row of tableRows(file)) readYamtrackRow(row, collector)
    },
    'simkl table': (file, collector) => {
      for (const row of tableRows(file)) readSimklTableRow(row, collector)
    },
  }

/**
 * Recognises a file exported from another service by its content; null for anything else. Large files are read several
 * times. Hands on nothing of a refused file: BAD_REQUEST where it is damaged, PAYLOAD_TOO_LARGE beyond a bound.
 */
export function* readForeignFile(file: FilePieces): Generator<ForeignRows, ForeignFile | null> {
  const kind = kindOf(file())
  if (kind === null) return null
  const shares: Share[] = [wholeShare]
  let skipped: Skipped | null = null
  for (const share of shares) {
    const first = share === wholeShare && kind === 'trakt' ? readTraktPlays(file) : []
    const others = yield* readShare(kind, file, { share, first }, (left) => shares.push(left))
    skipped ??= others
  }
  return { format: formatOf(kind), skipped: skipped! }
}

/** Reads the file once more, so that no play has to be held. */
function* readTraktPlays(file: FilePieces): Generator<ForeignRows> {
  let plays: ImportedEntry[] = []
  const reader = createTraktReader({
    add: (entry, isDated) => void (isDated && entry.at !== null && plays.push(entry)),
    skip() {},
    endList() {},
  })
  for (const { value, list } of jsonRows(fromStart(file()))) {
    reader.row(value, list)
    if (plays.length < atOnce) continue
    yield { kind: 'foreignPlays', format: 'trakt', plays }
    plays = []
  }
  if (plays.length > 0) yield { kind: 'foreignPlays', format: 'trakt', plays }
}

/** A separate function, so that its collection is freed when it ends. */
function* readShare(
  kind: Kind,
  file: FilePieces,
  { share, first }: { readonly share: Share; readonly first: Iterable<ForeignRows> },
  onLeft: (left: Share) => void,
): Generator<ForeignRows, Skipped> {
  const collector = createCollector(share, onLeft)
  readers[kind](fromStart(file()), collector)
  // Before the entries: those move the times of what was begun here and finished elsewhere.
  yield* first
  const format = formatOf(kind)
  let entries: ImportedEntry[] = []
  for (const entry of collector.entries()) {
    entries.push(entry)
    if (entries.length < atOnce) continue
    yield { kind: 'foreign', format, entries }
    entries = []
  }
  if (entries.length > 0) yield { kind: 'foreign', format, entries }
  return collector.skipped()
}

function formatOf(kind: Kind): ForeignFile['format'] {
  return kind === 'simkl table' ? 'simkl' : kind
}

function kindOf(file: Iterable<Uint8Array>): Kind | null {
  const text = fromStart(file)
  const first = text.next()
  if (first.done) return null
  const all = joined(first.value, text)
  const isJson = first.value[0] === brace || first.value[0] === bracket
  return isJson ? kindOfJson(all) : kindOfTable(all)
}

function kindOfJson(file: Iterable<Uint8Array>): Kind | null {
  try {
    for (const row of fitting(jsonRows(file), () => false)) {
      if (isSimklRow(row.value, row.list) && 'status' in (row.value as object)) return 'simkl'
      if (isTraktRow(row.value)) return 'trakt'
    }
  } catch (error) {
    // Damaged and unrecognised: it is something else.
    if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST') throw error
  }
  return null
}

function kindOfTable(file: Iterable<Uint8Array>): Kind | null {
  const [head] = readRecords(file).take(1)
  if (!head || head.length > maxColumns) return null
  const names = columnNames(head)
  if (isYamtrackHead(names)) return 'yamtrack'
  return isSimklHead(names) ? 'simkl table' : null
}

function* jsonRows(file: Iterable<Uint8Array>): Generator<JsonRow> {
  const pieces = file[Symbol.iterator]()
  const first = pieces.next()
  if (first.done) return
  const paths = first.value[0] === bracket ? ['$.*'] : ['$.*.*']
  yield* readJsonRows(joined(first.value, { [Symbol.iterator]: () => pieces }), {
    paths,
    maxRowBytes,
  })
}

/** Throws PAYLOAD_TOO_LARGE where too many rows do not fit. */
function* fitting(
  rows: Iterable<JsonRow>,
  fits: (value: unknown, list: string) => boolean,
): Generator<JsonRow> {
  let strange = 0
  for (const row of rows) {
    if (!fits(row.value, row.list)) strange += 1
    if (strange > maxStrange) {
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `More than ${maxStrange} entries of the file are not history entries. Nothing of it was imported.`,
      )
    }
    yield row
  }
}

function* tableRows(file: Iterable<Uint8Array>): Generator<CsvRow> {
  let names: readonly string[] | null = null
  let count = 0
  for (const record of readRecords(file)) {
    count += 1
    if (count > maxRecords) {
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `The table has more than ${maxRecords} rows; send it in parts. Nothing of it was imported.`,
      )
    }
    const row = names && rowOf(record, names)
    names ??= columnNames(record)
    if (row) yield row
  }
}

function* fromStart(file: Iterable<Uint8Array>): Generator<Uint8Array> {
  let hasBegun = false
  for (const piece of file) {
    const at = hasBegun ? 0 : piece.findIndex((byte) => !whitespace.has(byte))
    if (at < 0) continue
    hasBegun = true
    yield piece.subarray(at)
  }
}

function* joined(first: Uint8Array, rest: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield first
  yield* rest
}
