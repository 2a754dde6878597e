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

/** Addresses that need no look-up, and that nobody else can make. */
export function createPlayLinks(sealer: Sealer) {
  return {
    /** Null if the address would be too long, or hold too much. */
    seal({ result, name, ...facts }: PlayLink): string | null {
      const packed: Packed = {
        ...facts,
        shape,
        name: name.slice(0, longestName),
        result: factsOf(result),
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
      const { result, file, shape: _shape, ...facts } = packed
      const parsedFile = { ...absentFile, ...file }
      return { ...facts, result: { ...absentResult, ...result, parsedFile } }
    },
  }
}

function factsOf(result: SearchResult): Packed['result'] {
  const { addon, type, service, filename, size, duration, bitrate } = result
  const { bingeGroup, requestHeaders } = result
  return present({
    addon,
    type,
    service,
    filename,
    size,
    duration,
    bitrate,
    bingeGroup,
    requestHeaders,
  })
}

function fileFactsOf(file: ParsedFile): Packed['file'] {
  const { resolution, quality, encode, releaseGroup, container, languages } = file
  const title = file.title?.slice(0, longestTitle) ?? null
  return present({ title, resolution, quality, encode, releaseGroup, container, languages })
}

function present<T extends object>(facts: T): Partial<T> {
  const known = Object.entries(facts).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(known) as Partial<T>
}

function absentOf(table: FieldTable): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, absentValue(row)]))
}

const absentFile = absentOf(parsedFileFields) as ParsedFile
const absentResult = absentOf(resultFields) as SearchResult
