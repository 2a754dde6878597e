import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import { restDocumentPath } from './sofa.ts'
import type { App } from './server.ts'

const root = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')))

const documents = [
  { name: 'Interface (/api/v1)', url: '/api/v1/openapi.json' },
  { name: 'GraphQL operations (/rest)', url: restDocumentPath },
]

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>API documentation</title>
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<div id="ui"></div>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/docs/files/swagger-ui-standalone-preset.js"></script>
<script>
  SwaggerUIBundle({
    urls: ${JSON.stringify(documents)},
    dom_id: '#ui',
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: 'StandaloneLayout',
  })
</script>
</html>
`

/** Adds Swagger UI over both OpenAPI documents, served from here so that it works without the internet. */
export function mountDocs(app: App): void {
  void app.register(files, { root, prefix: '/docs/files/', index: false, decorateReply: false })
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
