import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { memoryShare, readBytes } from '../../src/config/memory.js'
import { temporaryFolder } from '../support/service-process.ts'

/** Bounds that are smaller count entries. */
const leastBytes = 512 * 1024

/** What a service with this ceiling may keep in its caches. */
async function keptBelow(ceiling: string): Promise<number> {
  const script = fileURLToPath(new URL('../support/print-cache-bounds.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    timeout: 50_000,
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: temporaryFolder(),
      HOST: '127.0.0.1',
      PORT: '0',
      ANIME_REFRESH: 'off',
      MAX_MEMORY: ceiling,
    },
  })
  const bounds = JSON.parse(stdout) as number[]
  return bounds.filter((bytes) => bytes >= leastBytes).reduce((a, b) => a + b, 0)
}

it('caches keep no more than their share of the memory', { timeout: 120_000 }, async () => {
  const ample = await keptBelow('640mb')
  const little = await keptBelow('192mb')
  expect(ample).toBeGreaterThan(100 * 2 ** 20)
  expect(little / ample).toBeLessThanOrEqual(memoryShare(readBytes('192mb')!) * 1.2)
})
