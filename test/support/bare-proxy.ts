import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { head, sendRaw } from './raw-http.ts'

/** Passes requests without a body on as nginx does without settings, `proxy_pass http://localhost:…` alone. Answers the address. */
export async function startBareProxy(port: number): Promise<string> {
  const server = createServer(async ({ method, url }, answer) => {
    const passed = head(`${method} ${url} HTTP/1.0`, {
      host: `localhost:${port}`,
      connection: 'close',
    })
    const { status, body } = await sendRaw(port, passed)
    answer.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
