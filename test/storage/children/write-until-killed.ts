// Stores configurations as fast as it can and prints the UUID of each once it is acknowledged.
import { randomUUID } from 'node:crypto'
import { openDatabase } from '../../../src/storage/database.ts'
import { createConfigurationStore } from '../../../src/storage/repositories/configurations.ts'

const store = createConfigurationStore(openDatabase(JSON.parse(process.argv[2]!)))
for (;;) {
  const uuid = randomUUID()
  await store.insert({ uuid, passwordHash: 'hash', sealed: Buffer.alloc(3_000, uuid) })
  console.log(uuid)
}
