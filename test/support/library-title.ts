import { createTitle } from '../../src/library/title.ts'
import type { Title } from '../../src/library/title.ts'
import type { SourceMeta } from '../../src/model/source-meta.ts'
import { sourceMeta } from './source-meta.ts'

/** A film of a library; only what a test cares about needs to be named. */
export function libraryTitle(name: string, values: Partial<SourceMeta> = {}): Title {
  return createTitle(sourceMeta({ id: `test:${name}`, type: 'movie', name, ...values }), () => null)
}
