import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ending } from './ending.ts'

/** A reverse proxy that has the service below a path of its own, which it strips. Answers the address. */
export async function startPathProxy(service: string, path: string, ends: Ending): Promise<string> {
  const server = createServer((asked, answer) => {
    if (!asked.url!.startsWith(`${path}/`)) {
      answer.writeHead(404).end()
      return
    }
    const { method, headers } = asked
    const passed = request(
      service + asked.url!.slice(path.length),
      { method, headers },
      (response) => {
        answer.writeHead(response.statusCode!, response.headers)
        response.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
}
