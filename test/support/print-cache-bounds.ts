// Run by itself, since looking through the heap of a worker of tests takes minutes: starts the service with the settings of
// its environment, and prints the bounds in bytes of all caches of its process.
import { Session } from 'node:inspector'
import { LRUCache } from 'lru-cache'
import { createService } from '../../src/compose/service.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/core/logger.ts'

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

const service = await createService(
  readConfig(process.env),
  createLogger({ level: 'silent', format: 'json' }),
)
const { url } = await service.listen()
await fetch(`${url}/graphql?query={__typename}`)
console.log(JSON.stringify(boundsOfCaches()))
await service.close()
process.exit(0)
