import { emptyMeta } from '../../src/model/source-meta.ts'
import type { SourceMeta, SourceVideo } from '../../src/model/source-meta.ts'

/** What a source knows of a series called Main; only what a test cares about needs to be named. */
export function sourceMeta(values: Partial<SourceMeta> = {}): SourceMeta {
  return {
    id: 'tt1',
    type: 'series',
    name: 'Main',
    ...emptyMeta,
    ...values,
  }
}

export function sourceVideo(values: Partial<SourceVideo> = {}): SourceVideo {
  return {
    id: `tt1:${values.season ?? 1}:${values.episode ?? 1}`,
    title: null,
    season: 1,
    episode: 1,
    released: null,
    overview: null,
    thumbnail: null,
    runtime: null,
    ...values,
  }
}
