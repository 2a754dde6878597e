import type { Knex } from 'knex'
import type { HistoryStore } from '../../../model/history-store.ts'
import { createClearing } from './clearing.ts'
import { createEntries } from './entries.ts'
import { createImporting } from './importing.ts'
import { createMarks } from './marks.ts'
import { createPages } from './pages.ts'
import { createPlayFiles } from './play-files.ts'
import { createRemovedUsers } from './removed-users.ts'
import { createReports } from './reports.ts'
import { createTitles } from './titles.ts'
import { createHistoryOwners } from './owners.ts'

export function createHistoryStore(db: Knex): HistoryStore {
  const titles = createTitles(db)
  return {
    ...createHistoryOwners(db),
    ...titles,
    ...createEntries(db, titles),
    ...createPages(db),
    ...createMarks(db),
    ...createReports(db),
    ...createClearing(db),
    ...createImporting(db, titles),
    ...createPlayFiles(db, titles),
    ...createRemovedUsers(db),
  }
}
