import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openIndex, type AnimeIndex } from '../../../../src/anime/index.ts'
import { animeFiles } from '../../../../src/anime/refresh/files.ts'
import { refreshDatabase } from '../../../../src/anime/refresh/refresh.ts'
import { findListFiles } from '../../../../src/anime/settings.ts'
import type { Baseline } from '../../baseline.ts'
import type { Figure } from '../../table.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

export type AnimeStore = {
  readonly index: AnimeIndex
  /** A new data folder that holds the database. */
  makeDataFolder(): string
}

export type AnimeBench = {
  readonly baseline: Baseline
  readonly quick: boolean
  /** The folder of the lists. */
  readonly lists: string
  readonly store: AnimeStore
}

/** A part of the anime row. It leaves nothing running. */
export type AnimePart = (bench: AnimeBench) => Promise<readonly Figure[]>

/** The database that the lists of a folder make. */
export async function makeAnimeStore(lists: string): Promise<AnimeStore> {
  const folder = makeTemporaryFolder()
  await refreshDatabase({
    folder,
    lists: findListFiles(lists),
    overrides: null,
    download: () => Promise.reject(new Error('the bench uses no network')),
  })
  const { index } = animeFiles(folder)
  return {
    index: openIndex(readFileSync(index))!,
    makeDataFolder() {
      const dataDir = makeTemporaryFolder()
      cpSync(index, animeFiles(join(dataDir, 'anime')).index)
      return dataDir
    },
  }
}
