import { execFile } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = new URL('../../', import.meta.url)
const page = new URL('dist/web/index.html', root)

/** Before all tests: builds the pages if they have changed since, as they are built elsewhere. */
export async function setup(): Promise<void> {
  const sources = globSync('src/web/**/*.*', { cwd: fileURLToPath(root) })
  const changedAt = Math.max(...sources.map((path) => statSync(new URL(path, root)).mtimeMs))
  if (existsSync(page) && statSync(page).mtimeMs > changedAt) return
  await promisify(execFile)(process.execPath, ['scripts/build-pages.js'], {
    cwd: fileURLToPath(root),
    env: { ...process.env, NODE_ENV: 'production' },
  })
}
