import { readFileSync } from 'node:fs'
import { pagePolicy } from '../headers.ts'
import type { PublicAddress } from '../public-address.ts'
import type { App } from '../server.ts'
import { homePage } from './home.ts'
import { languageOf } from './language.ts'
import { sendPage } from './page.ts'
import { mountWebPages, readBuiltPages } from './web-pages.ts'
import type { Pictures } from './web-pages.ts'

const dayLong = 'public, max-age=86400'

/** `folder`: of the built pages. Without them the start page says how they are built. */
export function mountPages(
  app: App,
  addressOf: PublicAddress,
  { folder, pictures }: { folder: string; pictures: Pictures },
): void {
  const file = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))
  const logo = file('./logo.svg')
  const icon = file('./favicon.ico')
  const built = readBuiltPages(folder)
  app.get('/', (request, reply) =>
    sendPage(
      reply.header('vary', 'Accept-Language'),
      homePage(addressOf(request), { hasPages: built !== null, language: languageOf(request) }),
    ),
  )
  if (built !== null) mountWebPages(app, { folder, html: built, pictures })
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
