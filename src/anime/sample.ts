import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildIndex } from './build-index.ts'
import { listNames } from './catalogue.ts'
import { openIndex } from './index.ts'
import type { AnimeIndex } from './index.ts'
import { mergeFeeds } from './merge.ts'
import { findListFiles } from './settings.ts'
import { readers } from './sources/readers.ts'

export const sampleFolder = fileURLToPath(new URL('./sample/', import.meta.url))

export function sampleIndex(): AnimeIndex {
  const files = findListFiles(sampleFolder)
  const feeds = listNames.flatMap((source) =>
    files[source].map((path) => ({
      source,
      records: [...readers[source](readFileSync(path))].filter((record) => record !== null),
    })),
  )
  return openIndex(buildIndex(mergeFeeds(feeds).entries))!
}
