import type { ParsedFile } from '../../src/model/parsed-file.ts'
import type { Stream } from '../../src/model/search-result.ts'
import type { SourceStream } from '../../src/model/source.ts'
import { createStreamParser } from '../../src/search/steps/parse.ts'
import { parsedFile, sourceStream } from '../support/streams.ts'

export const hash = 'c1c9b214c3daa046079bd4a8a2d8305788b5d138'
export const link = 'https://host.example/watch'
export const origin = { id: 'one', name: 'Source One', index: 2 }

/** Reads names by a table, and everything else as a bare title. */
export function parse(
  raw: Partial<SourceStream>,
  names: Record<string, Partial<ParsedFile>> = {},
  mediaType?: string,
): Stream {
  const parseName = (name: string) => parsedFile(names[name] ?? { title: name })
  const parser = createStreamParser({ parseName })
  return parser(sourceStream(raw), { ...origin, mediaType }, 7)
}
