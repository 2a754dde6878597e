import { execFile } from 'node:child_process'
import { cpSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { leaveOut } from '../support/missing-service.ts'
import { startServiceProcess, temporaryFolder } from '../support/service-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const wanted = process.env['CI'] !== undefined
if (!wanted) leaveOut('The installation without development dependencies is tried where CI is set')

/** What the files take on the disk. */
function diskBytes(path: string): number {
  const stat = lstatSync(path)
  const own = stat.blocks * 512
  if (!stat.isDirectory()) return own
  return readdirSync(path).reduce((sum, name) => sum + diskBytes(join(path, name)), own)
}

it.runIf(wanted)(
  'an installation without development dependencies is at most 160 MB and serves, with the built pages',
  { timeout: 300_000 },
  async () => {
    const folder = temporaryFolder()
    for (const name of [
      'package.json',
      'package-lock.json',
      'src',
      'migrations',
      'schema',
      'dist',
    ]) {
      cpSync(join(root, name), join(folder, name), { recursive: true })
    }
    const install = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
    await promisify(execFile)('npm', install, { cwd: folder })
    expect(diskBytes(join(folder, 'node_modules')) / 1e6).toBeLessThanOrEqual(160)

    const start = pathToFileURL(join(folder, 'src/start.js'))
    const { request, createUser } = await startServiceProcess({}, 1, start)
    expect((await request('/readyz')).status).toBe(200)
    const auth = await createUser({ name: 'Home' })
    expect((await request('/api/v1/user', { auth })).body.data.userData).toEqual({ name: 'Home' })
    const pages = ['/graphql', '/graphql/files/graphiql.js', '/docs', '/docs/files/swagger-ui.css']
    for (const page of pages) {
      const { status } = await request(page, { headers: { accept: 'text/html' } })
      expect({ page, status }).toEqual({ page, status: 200 })
    }
  },
)
