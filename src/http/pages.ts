import type { App } from './server.ts'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stream Aggregation Service</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 42rem; margin: 4rem auto; padding: 0 1rem }
  h1 { font-size: 1.6rem; margin-bottom: 0 }
  dt { font-weight: 600; margin-top: 1rem }
  dd { margin: 0 }
</style>
<h1>Stream Aggregation Service</h1>
<p>It is running. Its interfaces:</p>
<dl>
  <dt><a href="/graphql">GraphiQL</a></dt><dd>every operation, to explore and try</dd>
  <dt><a href="/docs">API documentation</a></dt><dd>the REST paths under /api/v1, and every GraphQL operation as REST</dd>
  <dt><a href="/readyz">Readiness</a></dt><dd>what the service needs, and whether it has it</dd>
</dl>
</html>
`

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
<rect width="96" height="96" rx="20" fill="#1f2a44"/>
<g fill="none" stroke="#7cc4ff" stroke-width="6" stroke-linecap="round">
<path d="M16 26h14c12 0 8 22 20 22"/><path d="M16 48h34"/><path d="M16 70h14c12 0 8-22 20-22"/></g>
<path d="M52 33v30l26-15z" fill="#fff"/>
</svg>
`

/** Adds the logo and the page at the root, so that whoever opens the address in a browser finds the way. */
export function mountPages(app: App): void {
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/logo.svg', (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(logo),
  )
}
