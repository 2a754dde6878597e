import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const message = 'TEST_DATA names no description of the standard'

/** What a process says that loads the description of the standard where there is none. */
async function load(env: Readonly<Record<string, string>>) {
  const script = `await import('./test/support/jellyfin-schema.ts')`
  return run(process.execPath, ['--input-type=module', '-e', script], { env }).then(
    ({ stderr }) => ({ isDone: true, stderr }),
    ({ stderr }: { stderr: string }) => ({ isDone: false, stderr }),
  )
}

describe('Data beside the project that is missing', () => {
  it('leaves tests out, which is said', async () => {
    const { isDone, stderr } = await load({})
    expect({ isDone, stderr }).toEqual({ isDone: true, stderr: expect.stringContaining(message) })
  })

  it('fails where it is required', async () => {
    const { isDone, stderr } = await load({ REQUIRE_DATA: '1' })
    expect({ isDone, stderr }).toEqual({ isDone: false, stderr: expect.stringContaining(message) })
  })

  it('is never passed over in silence', () => {
    const files = globSync('test/**/*.ts', { exclude: (name) => name === 'node_modules' })
    const reads = /process\.env\['TEST_DATA'\]/
    const readers = files.filter((file) => reads.test(readFileSync(file, 'utf8')))
    expect(readers.length).toBeGreaterThan(2)
    const isSilent = (file: string) =>
      !/^\s*(?:if \(.+\) )?leaveOutData\(/m.test(readFileSync(file, 'utf8'))
    expect(readers.filter(isSilent)).toEqual([])
  })
})
