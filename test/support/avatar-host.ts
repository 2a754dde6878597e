import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { draw } from './picture-host.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url), 'utf8')

/** A host with `/kim.png` that this process trusts for one test: pictures of users lie at https addresses. */
export async function startAvatarHost() {
  const picture = await draw(800, 800).png().toBuffer()
  const paths: string[] = []
  const server = createServer(
    { key: fixture('loopback-key'), cert: fixture('loopback') },
    ({ url }, response) => {
      paths.push(url!)
      response.writeHead(/^\/kim\.png(?:\?|$)/.test(url!) ? 200 : 404).end(picture)
    },
  )
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, fixture('loopback')])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    setDefaultCACertificates(trusted)
    server.closeAllConnections()
    server.close()
  })
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, paths }
}
