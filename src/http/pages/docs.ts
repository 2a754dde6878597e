import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pagePolicy } from '../headers.ts'
import { restDocumentPath } from '../graphql/sofa.ts'
import type { App } from '../server.ts'

const root = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')))

const documents = [
  { name: 'Interface (/api/v1)', url: '/api/v1/openapi.json' },
  { name: 'GraphQL operations (/rest)', url: restDocumentPath },
]

/** Everything that the page loads; Swagger's own index page would load from a foreign server. */
const pageFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js']

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API documentation</title>
<link rel="icon" href="/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<div id="ui"></div>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/docs/files/swagger-ui-standalone-preset.js"></script>
<script src="/docs/files/start.js"></script>
</html>
`

const startScript = `SwaggerUIBundle({
  urls: ${JSON.stringify(documents)},
  dom_id: '#ui',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  validatorUrl: null,
})
`

/** The library writes style attributes and uses data URLs for icons. */
const policy = pagePolicy({
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
})

/** Swagger UI for both OpenAPI documents, served from here so that it works without the internet. */
export function mountDocs(app: App): void {
  app.get('/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  )
  for (const name of pageFiles) {
    app.get(`/docs/files/${name}`, (_request, reply) => reply.sendFile(name, root))
  }
  app.get('/docs/files/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(startScript),
  )
}
