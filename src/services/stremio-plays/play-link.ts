import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import { absentValue } from '../../model/field-table.ts'
import type { FieldTable } from '../../model/field-table.ts'
import { parsedFileFields } from '../../model/parsed-file.ts'
import type { ParsedFile } from '../../model/parsed-file.ts'
import { resultFields } from '../../model/result-fields.ts'
import type { SearchResult } from '../../model/search-result.ts'
import type { Sealer } from '../../security/seal.ts'

/** The content of a stream's address: the file, the user and configuration that play it, and the title. */
export type PlayLink = {
  /** Row of the configuration. */
  readonly configuration: number
  /** The configuration's version when the link was made; a new password ends it. */
  readonly credentialVersion: number
  readonly profileId: string
  /** As the stream was asked for. */
  readonly type: string
  readonly id: string
  /** http or https. May hold secrets. */
  readonly link: string
  /** The version's mark, as in the media server. */
  readonly mark: number
  readonly name: string
  /** Missing in links made by earlier releases. */
  readonly sourceId?: string | undefined
  readonly result: SearchResult
}

type Packed = Omit<PlayLink, 'result'> & {
  readonly shape: typeof shape
  readonly result: Partial<Omit<SearchResult, 'parsedFile'>>
  readonly file: Partial<ParsedFile>
}

const shape = 1
/** Characters; players and proxies refuse addresses of 8 KB. What repeats packs so well that its bytes need a bound, too. */
const longest = 6_000
const mostPlainBytes = 16 * 1_024
const longestName = 200
const longestTitle = 200

/** What opening, replacing and remembering a version reads of it. */
const facts = [
  'addon',
  'infoHash',
  'duration',
  'bingeGroup',
  'cached',
  'type',
  'service',
  'filename',
  'size',
  'bitrate',
  'requestHeaders',
  'fileIdx',
  'videoHash',
] as const satisfies readonly (keyof SearchResult)[]
const fileFacts = [
  'title',
  'visualTags',
  'edition',
  'resolution',
  'quality',
  'encode',
  'audioTags',
  'audioChannels',
  'languages',
  'releaseGroup',
  'container',
] as const satisfies readonly (keyof ParsedFile)[]

/** Addresses that need no look-up, and that nobody else can make. */
export function createPlayLinks(sealer: Sealer) {
  return {
    /** Null if the address would be too long, or hold too much. */
    seal({ result, name, ...shared }: PlayLink): string | null {
      const packed: Packed = {
        ...shared,
        shape,
        name: name.slice(0, longestName),
        result: picked(result, facts),
        file: fileFactsOf(result.parsedFile),
      }
      const plain = jsonBytes(packed)
      if (plain.length > mostPlainBytes) return null
      const text = Buffer.from(sealer.seal(plain, '')).toString('base64url')
      return text.length > longest ? null : text
    },

    /** Null for everything but an unchanged address of this service. */
    open(text: string): PlayLink | null {
      if (text.length > longest || !/^[\w-]+$/.test(text)) return null
      const plain = sealer.open(Buffer.from(text, 'base64url'), '', mostPlainBytes)
      const packed = plain && (fromJsonBytes(plain) as Packed)
      if (packed?.shape !== shape) return null
      const { result, file, shape: _shape, ...shared } = packed
      const parsedFile = { ...absentFile, ...file }
      // Links are made of files alone.
      const known = { ...absentResult, ...result, url: shared.link, parsedFile }
      return { ...shared, result: known }
    },
  }
}

function fileFactsOf(file: ParsedFile): Packed['file'] {
  const { title, ...facts } = picked(file, fileFacts)
  return title ? { ...facts, title: title.slice(0, longestTitle) } : facts
}

function picked<T extends object>(whole: T, names: readonly (keyof T)[]): Partial<T> {
  const known = names.flatMap((name) => {
    const value = whole[name]
    const isAbsent = value === null || (Array.isArray(value) && value.length === 0)
    return isAbsent ? [] : [[name, value]]
  })
  return Object.fromEntries(known) as Partial<T>
}

function absentOf(table: FieldTable): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, absentValue(row)]))
}

const absentFile = absentOf(parsedFileFields) as ParsedFile
const absentResult = absentOf(resultFields) as SearchResult
