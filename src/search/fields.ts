import type { FieldRow, FieldTable } from '../model/field-table.ts'
import { parsedFileFields, type ParsedFile } from '../model/parsed-file.ts'
import { resultFields } from '../model/result-fields.ts'
import type { MediaQuery, Stream } from '../model/search-result.ts'

export type FieldType = 'text' | 'number' | 'boolean' | 'texts' | 'numbers'

export type Field<T> = readonly [type: FieldType, read: (subject: T) => unknown]

export type Fields<T> = Readonly<Record<string, Field<T>>>

const fieldTypes: Readonly<Partial<Record<FieldRow['type'], FieldType>>> = {
  String: 'text',
  Boolean: 'boolean',
}

function fieldTypeOf({ type, list }: FieldRow): FieldType {
  const single = fieldTypes[type] ?? 'number'
  if (!list) return single
  return single === 'text' ? 'texts' : 'numbers'
}

type Read = (stream: Stream) => unknown

function readable(table: FieldTable, readerOf: (name: string) => Read): Fields<Stream> {
  const rows = Object.entries(table).filter(([, { scripts }]) => scripts === true)
  return Object.fromEntries(rows.map(([name, row]) => [name, [fieldTypeOf(row), readerOf(name)]]))
}

function fromParsedFile(name: string): Read {
  return ({ parsedFile }) => parsedFile[name as keyof ParsedFile]
}

function fromResult(name: string): Read {
  return (stream) => stream[name as keyof Stream]
}

/** In the units of `SearchResult`. */
export const streamFields: Fields<Stream> = {
  ...readable(parsedFileFields, fromParsedFile),
  // From the result, because the source may state languages and subtitles itself.
  ...readable(resultFields, fromResult),
  /** 1080 for `1080p`. */
  height: ['number', ({ parsedFile }) => linesOf(parsedFile.resolution)],
  streamType: ['text', ({ type }) => type],
  uncached: ['boolean', ({ cached }) => (cached === null ? null : !cached)],
}

export const queryFields = {
  type: ['text', ({ type }) => type],
  id: ['text', ({ id }) => id],
  title: ['text', ({ titles }) => titles[0] ?? null],
  year: ['number', ({ year }) => year],
  season: ['number', ({ season }) => season],
  episode: ['number', ({ episode }) => episode],
  anime: ['boolean', ({ anime }) => anime],
  runtime: ['number', ({ runtime }) => runtime],
} as const satisfies Fields<MediaQuery>

function linesOf(resolution: string | null): number | null {
  return resolution === null ? null : Number.parseInt(resolution, 10)
}
