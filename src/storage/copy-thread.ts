// A thread that copies one SQLite file; an error that it throws is one of the copy.
import { workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

const pagesAtOnce = 1_000

const { file, target } = workerData as { file: string; target: string }
const source = new Sqlite(file, { readonly: true, fileMustExist: true })
try {
  // One snapshot: without it, every change by the service would make the copy begin anew.
  source.exec('begin')
  source.prepare('select count(*) from sqlite_master').get()
  await source.backup(target, { progress: () => pagesAtOnce })
} finally {
  source.close()
}
// One file alone, which can be read where nothing can be written beside it.
const copy = new Sqlite(target)
copy.pragma('journal_mode = DELETE')
copy.close()
