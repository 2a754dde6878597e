import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pagePolicy } from '../headers.ts'
import { restDocumentPath } from '../graphql/sofa.ts'
import type { App } from '../server.ts'
import { docsStyle } from './docs-style.ts'
import { rootOf } from './root-of.ts'
import { sessionScript } from './session-script.ts'

const documents = [
  { name: 'Interface (/api/v1)', url: '/api/v1/openapi.json' },
  { name: 'GraphQL operations (/rest)', url: restDocumentPath },
]

/** Everything that the page loads; Swagger's own index page would load from a foreign server. */
const pageFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js']

const pageBelow = (root: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API documentation</title>
<link rel="icon" href="${root}/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}/docs/files/swagger-ui.css">
<link rel="stylesheet" href="${root}/docs/files/start.css">
<div id="ui"></div>
<script src="${root}/docs/files/swagger-ui-bundle.js"></script>
<script src="${root}/docs/files/swagger-ui-standalone-preset.js"></script>
<script src="${root}/docs/files/start.js"></script>
</html>
`

/** Runs in the page. What is shown of a request, such as a command, stays without the secrets that are added here. */
const startScript = `const root = new URL('../../', document.currentScript.src)
${sessionScript}
let basic = { token: null, header: null }
async function basicOf(csrfToken) {
  if (basic.token !== csrfToken) {
    const answer = await fetch(new URL('rest/me', root), { headers: { 'x-csrf-token': csrfToken } })
    const { uuid, encryptedPassword } = await answer.json()
    basic = { token: csrfToken, header: 'Basic ' + btoa(uuid + ':' + encryptedPassword) }
  }
  return basic.header
}
async function asSignedIn(request) {
  const { origin, pathname } = new URL(request.url, location.href)
  const sent = Object.keys(request.headers ?? {}).some((name) => /^(authorization|x-service-user-data)$/i.test(name))
  if (request.loadSpec || origin !== location.origin || sent) return request
  const csrfToken = await csrfTokenOf()
  if (csrfToken === null) return request
  if (pathname.startsWith(root.pathname + 'rest/')) request.headers['X-CSRF-Token'] = csrfToken
  else request.headers.Authorization = await basicOf(csrfToken)
  return request
}
// The documents name their servers as below the root of a host.
function belowRoot(response) {
  if (!response.url.endsWith('/openapi.json')) return response
  const { servers, ...rest } = JSON.parse(response.text)
  const own = servers.map((server) => ({ ...server, url: new URL('.' + server.url, root).pathname }))
  return { ...response, text: JSON.stringify({ ...rest, servers: own }) }
}
// The library leaves these without a name, or with one that is not what they say.
const names = {
  '#servers': 'Servers',
  '.body-param__text': 'Request body',
  '.close-modal': 'Close',
  '[aria-label="Apply credentials"]': 'Authorize',
  '[aria-label="Remove authorization"]': 'Logout',
}
new MutationObserver(() => {
  for (const [controls, name] of Object.entries(names))
    for (const control of document.querySelectorAll(controls)) control.ariaLabel = name
}).observe(document.querySelector('#ui'), { childList: true, subtree: true })
SwaggerUIBundle({
  urls: ${JSON.stringify(documents)}.map(({ name, url }) => ({ name, url: new URL('.' + url, root).pathname })),
  dom_id: '#ui',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  requestInterceptor: asSignedIn,
  responseInterceptor: belowRoot,
  showMutatedRequest: false,
  validatorUrl: null,
})
`

/** The one style sheet that the library writes into its page. */
const ownSheet = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/** The library writes style attributes and uses data URLs for icons. */
const policy = pagePolicy({
  'script-src': "'self'",
  // For browsers that do not know the two below.
  'style-src': `'self' ${ownSheet}`,
  'style-src-elem': `'self' ${ownSheet}`,
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
})

/**
 * Swagger UI for both OpenAPI documents, served from here so that it works without the internet. `root`: the folder of
 * built files; where they are not built, there is no such page.
 */
export function mountDocs(app: App, root: string): void {
  if (!pageFiles.every((name) => existsSync(join(root, name)))) return
  app.get('/docs', (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(pageBelow(rootOf(request.url))),
  )
  for (const name of pageFiles) {
    app.get(`/docs/files/${name}`, (_request, reply) => reply.sendFile(name, root))
  }
  app.get('/docs/files/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(startScript),
  )
  app.get('/docs/files/start.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyle),
  )
}
