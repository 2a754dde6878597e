// Writes the files that it is sent to the folder at the pace of the service, refuses them and does nothing else:
// `node plain-receiver.ts FOLDER`. It says its address.
import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createPace } from '../../../src/services/history-files/pace.ts'
import { receivedPerSecond } from '../../../src/services/history-files/spool.ts'

const keepPace = createPace(receivedPerSecond)
const [folder = ''] = process.argv.slice(2)
const server = createServer((request, response) => {
  const refuse = () => response.writeHead(400).end()
  receive(request).then(refuse, refuse)
})

async function receive(body: AsyncIterable<Uint8Array>): Promise<void> {
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx')
  try {
    for await (const piece of body) {
      await file.writeFile(piece)
      await keepPace(piece.length)
    }
  } finally {
    await file.close()
    await rm(path)
  }
}

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
