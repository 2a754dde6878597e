import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import files from '@fastify/static'
import { pagePolicy } from '../headers.ts'
import type { App } from '../server.ts'
import { rootOf } from './root-of.ts'

/** Below `/configure`; each is a page of src/web. */
export const pageNames = [
  'start',
  'sources',
  'catalogs',
  'rules',
  'search',
  'media-server',
  'install',
  'dashboard',
  'year',
  'account',
  'explore',
  'operator',
] as const

const path = '/configure'

/** As PICTURES says: from here alone, or from their hosts too. */
export type Pictures = 'carry' | 'redirect'

type PageParts = Readonly<Partial<Record<string, readonly string[]>>>

type WebPages = { readonly folder: string; readonly html: string; readonly pictures: Pictures }

/** The pages that `npm run build` made; null where they are not built. */
export function readBuiltPages(folder: string): string | null {
  const file = join(folder, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

export function mountWebPages(app: App, { folder, html, pictures }: WebPages): void {
  const parts = readParts(folder)

  function send(reply: FastifyReply, name = ''): FastifyReply {
    const nonce = randomBytes(18).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': policyOf(nonce, pictures),
      })
      .send(withParts(html, parts[name] ?? []).replace('%NONCE%', nonce))
  }

  app.get(path, (request, reply) =>
    rootOf(request.url) === '..'
      ? send(reply)
      : // Relative, since only the browser knows the path of a proxy.
        reply.code(302).header('location', 'configure/').send(),
  )
  for (const name of pageNames) {
    app.get(`${path}/${name}`, (request, reply) =>
      // What the page loads is beside its address.
      rootOf(request.url) === '..'
        ? reply
            .code(302)
            .header('location', `../${name}${queryOf(request.url)}`)
            .send()
        : send(reply, name),
    )
  }
  void app.register((assets) => serveAssets(assets, join(folder, 'assets')))
}

/** Packed files come in place of others. */
async function serveAssets(app: App, root: string): Promise<void> {
  const found = existsSync(root) ? readdirSync(root) : []
  const names = found.filter((name) => !/\.(?:br|gz)$/.test(name))
  if (names.length === 0) return
  await app.register(files, {
    root,
    serve: false,
    preCompressed: true,
    immutable: true,
    // Names of assets contain a hash of their content.
    maxAge: '365d',
  })
  for (const name of names) {
    app.get(`${path}/assets/${name}`, (_request, reply) => reply.sendFile(name))
  }
}

function readParts(folder: string): PageParts {
  const file = join(folder, 'parts.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageParts) : {}
}

/** What the first scripts ask for once they run. The browser takes these answers for that, each once. */
const firstAnswers = ['session', 'readyz']
const answerLinks = firstAnswers.map(
  (name) => `<link rel="preload" as="fetch" crossorigin href="../${name}">`,
)

/** The browser fetches a page's own scripts beside the first ones, which ask for them only once they run. */
function withParts(html: string, parts: readonly string[]): string {
  const links = [
    ...answerLinks,
    ...parts.map((file) => `<link rel="modulepreload" crossorigin href="./${file}">`),
  ]
  return html.replace('</head>', `${links.join('')}</head>`)
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}

function policyOf(nonce: string, pictures: Pictures): string {
  return pagePolicy({
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': pictures === 'carry' ? "'self' data:" : "'self' data: https: http:",
    'connect-src': "'self'",
  })
}
