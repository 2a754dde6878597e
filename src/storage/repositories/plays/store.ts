import type { Knex } from 'knex'
import type { PlayStore } from '../../../model/play-store.ts'
import { readPlayPage } from './pages.ts'
import { findTitles } from './title-names.ts'

/** Reads plays; the history writes them. */
export function createPlayStore(db: Knex): PlayStore {
  return {
    titlesNamed: (configuration, words) => findTitles(db, configuration, words),
    page: (query) => readPlayPage(db, query),
  }
}
