import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pagePolicy } from '../headers.ts'
import type { App } from '../server.ts'

/** The library ships its page as text in a nine-megabyte module; the browser unpacks it instead of this process. */
const root = dirname(fileURLToPath(import.meta.resolve('@graphql-yoga/render-graphiql')))
const libraryFile = 'graphiql.js'

const firstQuery = `# Sign in with the headers below: {"authorization": "Basic <base64 of uuid:password>"}
query Search {
  search(type: "movie", id: "tt0063350", format: true) {
    results {
      name
      description
      size
      addon
    }
    statistics {
      title
      description
    }
  }
}
`

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL</title>
<link rel="icon" href="/logo.svg" type="image/svg+xml">
<body class="no-focus-outline">
<noscript>This page needs JavaScript.</noscript>
<div id="root"></div>
<script type="module" src="/graphql/files/start.js"></script>
</html>
`

/** Stacks the panes on phones, where only 20 pixels would be left for the answer. */
const narrowStyle = `
@media (max-width: 40rem) {
  .graphiql-container #graphiql-session { flex-direction: column }
  .graphiql-container .graphiql-horizontal-drag-bar,
  .graphiql-container .graphiql-logo { display: none }
  .graphiql-container .graphiql-response { padding: 0 .5rem .5rem; min-width: 0 }
}`

/** Runs in the page. */
const startScript = `import { css, editorWorkerService, graphqlWorker, js, jsonWorker } from './${libraryFile}'

const addressOf = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
const workers = {
  editorWorkerService: addressOf(editorWorkerService),
  json: addressOf(jsonWorker),
  graphql: addressOf(graphqlWorker),
}
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] }
const style = Object.assign(document.createElement('style'), { textContent: css + ${JSON.stringify(narrowStyle)} })
const script = Object.assign(document.createElement('script'), { src: addressOf(js) })
script.onload = () => {
  rememberFirstQuery()
  YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), ${JSON.stringify({
    title: 'Stream Aggregation Service',
    defaultQuery: firstQuery,
  })})
}
// GraphiQL opens another, empty tab at each visit until a query has been stored.
function rememberFirstQuery() {
  try {
    localStorage['graphiql:query'] ??= ${JSON.stringify(firstQuery)}
  } catch {
    // The browser keeps nothing for this page.
  }
}
document.head.append(style, script)
`

/** The editor writes style attributes, uses data URLs for icons and starts workers from blobs. */
const policy = pagePolicy({
  'script-src': "'self' blob:",
  'worker-src': 'blob:',
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': 'data:',
  'connect-src': "'self'",
})

export function graphiqlPage(): Response {
  return new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}

export function mountGraphiql(app: App, path: string): void {
  app.get(`${path}/files/${libraryFile}`, (_request, reply) => reply.sendFile(libraryFile, root))
  app.get(`${path}/files/start.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(startScript),
  )
}
