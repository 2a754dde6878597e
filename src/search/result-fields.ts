import { parsedFileFields, type ParsedFile } from '../model/parsed-file.ts'
import { resultFields } from '../model/result-fields.ts'
import type { SearchResult } from '../model/search-result.ts'

type ResultField = keyof SearchResult | `parsedFile.${keyof ParsedFile}`

export const resultFieldNames: readonly string[] = [
  ...Object.keys(resultFields),
  ...Object.keys(parsedFileFields).map((name) => `parsedFile.${name}`),
]

const known: ReadonlySet<string> = new Set(resultFieldNames)

/** A name of `SearchResult`, or of the parsed name as `parsedFile.year`. */
export function isResultField(name: string): name is ResultField {
  return known.has(name)
}

export function readResultField(result: SearchResult, name: string): unknown {
  if (!isResultField(name)) return undefined
  const [first, second] = name.split('.') as [keyof SearchResult, keyof ParsedFile | undefined]
  return second === undefined ? result[first] : result.parsedFile[second]
}
