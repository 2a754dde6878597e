import { Session } from 'node:inspector'
import { LRUCache } from 'lru-cache'
import { expect, it } from 'vitest'
import { memoryShare, readBytes } from '../../src/config/memory.js'
import { startService } from '../support/service.ts'

/** Bounds that are smaller count entries. */
const leastBytes = 512 * 1024

/** The bounds in bytes of all caches of this process. */
function boundsOfCaches(): number[] {
  const session = new Session()
  session.connect()
  const found: number[] = []
  const holder = globalThis as { cachePrototype?: unknown; noteBound?: (bytes: number) => void }
  holder.cachePrototype = LRUCache.prototype
  holder.noteBound = (bytes) => found.push(bytes)
  session.post('Runtime.evaluate', { expression: 'cachePrototype' }, (_error, { result }) => {
    session.post(
      'Runtime.queryObjects',
      { prototypeObjectId: result.objectId! },
      (_failed, { objects }) => {
        session.post('Runtime.callFunctionOn', {
          objectId: objects.objectId!,
          functionDeclaration: 'function () { for (const { maxSize } of this) noteBound(maxSize) }',
        })
      },
    )
  })
  session.disconnect()
  return found
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** What a service with this ceiling may keep. */
async function keptBelow(ceiling: string): Promise<number> {
  const before = sum(boundsOfCaches().filter((bytes) => bytes >= leastBytes))
  const { request } = await startService({ MAX_MEMORY: ceiling })
  await request('/graphql?query={__typename}')
  return sum(boundsOfCaches().filter((bytes) => bytes >= leastBytes)) - before
}

it('caches keep no more than their share of the memory', { timeout: 120_000 }, async () => {
  const ample = await keptBelow('640mb')
  const little = await keptBelow('192mb')
  expect(ample).toBeGreaterThan(100 * 2 ** 20)
  expect(little / ample).toBeLessThanOrEqual(memoryShare(readBytes('192mb')!) * 1.2)
})
