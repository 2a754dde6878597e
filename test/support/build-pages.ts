import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pageSources } from './page-sources.ts'

const root = new URL('../../', import.meta.url)
const page = new URL('dist/web/index.html', root)
const library = new URL('dist/libraries/graphiql.js', root)

/** Before all tests: builds the pages if they have changed since, as they are built elsewhere. */
export async function setup(): Promise<void> {
  const changedAt = Math.max(...pageSources().map((path) => statSync(new URL(path, root)).mtimeMs))
  if (existsSync(library) && existsSync(page) && statSync(page).mtimeMs > changedAt) return
  await promisify(execFile)(process.execPath, ['scripts/build-pages.js'], {
    cwd: fileURLToPath(root),
    env: { ...process.env, NODE_ENV: 'production' },
  })
}
