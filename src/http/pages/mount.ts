import { readFileSync } from 'node:fs'
import { pagePolicy } from '../headers.ts'
import type { PublicAddress } from '../public-address.ts'
import type { App } from '../server.ts'
import { homePage } from './home.ts'
import { sendPage } from './page.ts'

const dayLong = 'public, max-age=86400'

export function mountPages(app: App, addressOf: PublicAddress): void {
  const file = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))
  const logo = file('./logo.svg')
  const icon = file('./favicon.ico')
  app.get('/', (request, reply) => sendPage(reply, homePage(addressOf(request))))
  app.get('/logo.svg', (_request, reply) =>
    reply
      .type('image/svg+xml')
      .headers({ 'cache-control': dayLong, 'content-security-policy': pagePolicy() })
      .send(logo),
  )
  app.get('/favicon.ico', (_request, reply) =>
    reply.type('image/x-icon').header('cache-control', dayLong).send(icon),
  )
}
