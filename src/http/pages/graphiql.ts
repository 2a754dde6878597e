import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pagePolicy } from '../headers.ts'
import type { App } from '../server.ts'
import { rootOf } from './root-of.ts'
import { sessionScript } from './session-script.ts'

/** The library ships its page as text in a nine-megabyte module; the browser unpacks it instead of this process. */
const libraryFile = 'graphiql.js'

const firstQuery = `# You are signed in as on the pages at /configure, or as the headers below say:
# {"authorization": "Basic <base64 of uuid:password>"}
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

const pageBelow = (root: string, nonce: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL</title>
<link rel="icon" href="${root}/logo.svg" type="image/svg+xml">
<body class="no-focus-outline">
<noscript>This page needs JavaScript.</noscript>
<div id="root"></div>
<script type="module" nonce="${nonce}" src="${root}/graphql/files/start.js"></script>
</html>
`

/** Stacks the panes on phones, where only 20 pixels would be left for the answer; faint colours can be read. */
const ownStyle = `
.graphiql-container .graphiql-logo { color: hsl(var(--color-neutral)) }
.graphiql-doc-explorer { --darker: hsl(var(--color-neutral)) 50% }
.graphiql-doc-explorer a { text-decoration: underline }
.graphiql-doc-explorer :is(.graphiql-doc-explorer-field-name, .graphiql-doc-explorer-root-type) { color: color-mix(in srgb, hsl(var(--color-info)), var(--darker)) }
.graphiql-doc-explorer .graphiql-doc-explorer-type-name { color: color-mix(in srgb, hsl(var(--color-warning)), var(--darker)) }
.graphiql-doc-explorer .graphiql-doc-explorer-argument-name { color: color-mix(in srgb, hsl(var(--color-secondary)), var(--darker)) }
.graphiql-doc-explorer .graphiql-doc-explorer-default-value { color: color-mix(in srgb, hsl(var(--color-success)), var(--darker)) }
.monaco-editor .margin-view-overlays .line-numbers { color: #1f6f8b }
.monaco-editor.vs-dark .margin-view-overlays .line-numbers { color: #a3acba }
.monaco-editor.vs-dark .view-line .mtk8 { color: #7fb069 }
@media (max-width: 40rem) {
  .graphiql-container #graphiql-session { flex-direction: column }
  .graphiql-container .graphiql-horizontal-drag-bar,
  .graphiql-container .graphiql-logo { display: none }
  .graphiql-container .graphiql-response { padding: 0 .5rem .5rem; min-width: 0 }
}`

const startScript = `import { css, editorWorkerService, graphqlWorker, js, jsonWorker } from './${libraryFile}'

const root = new URL('../../', import.meta.url)
const endpoint = new URL('graphql', root).pathname
${sessionScript}
// The library sends what it asks with the fetch of the page.
const plainFetch = self.fetch.bind(self)
self.fetch = async (input, init = {}) => {
  const isRequest = input instanceof Request
  const { origin, pathname } = new URL(isRequest ? input.url : input, location.href)
  const headers = new Headers(init.headers ?? (isRequest ? input.headers : undefined))
  if (origin === location.origin && pathname === endpoint && !headers.has('authorization')) {
    const csrfToken = await csrfTokenOf()
    if (csrfToken !== null) headers.set('x-csrf-token', csrfToken)
  }
  return plainFetch(input, { ...init, headers })
}
// The editor adds styles of its own.
const { nonce } = document.querySelector('script[nonce]')
const createElement = document.createElement.bind(document)
document.createElement = (name, options) => {
  const element = createElement(name, options)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}
const addressOf = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
const workers = {
  editorWorkerService: addressOf(editorWorkerService),
  json: addressOf(jsonWorker),
  graphql: addressOf(graphqlWorker),
}
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] }
const style = Object.assign(document.createElement('style'), { textContent: css + ${JSON.stringify(ownStyle)} })
const script = Object.assign(document.createElement('script'), { src: addressOf(js) })
script.onload = () => {
  rememberFirstQuery()
  YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    endpoint,
    title: 'Stream Aggregation Service',
    defaultQuery: ${JSON.stringify(firstQuery)},
  })
}
// The library makes tabs of list items that hold buttons, which readers of screens cannot reach.
function plainTabs() {
  for (const list of document.querySelectorAll('.graphiql-tabs[role=tablist]')) list.removeAttribute('role')
  for (const item of document.querySelectorAll('.graphiql-tab[aria-selected]')) {
    item.removeAttribute('role')
    item.querySelector('button').ariaCurrent = item.ariaSelected
    item.removeAttribute('aria-selected')
  }
}
new MutationObserver(plainTabs).observe(document.querySelector('#root'), {
  subtree: true,
  childList: true,
  attributeFilter: ['aria-selected'],
})
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
function policyOf(nonce: string): string {
  return pagePolicy({
    'script-src': "'self' blob:",
    'worker-src': 'blob:',
    'style-src': `'nonce-${nonce}'`,
    'style-src-elem': `'nonce-${nonce}'`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': 'data:',
    'connect-src': "'self'",
  })
}

/** `url`: as it was asked for. */
export function graphiqlPage(url: string): Response {
  const nonce = randomBytes(18).toString('base64')
  return new Response(pageBelow(rootOf(url), nonce), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(nonce),
    },
  })
}

/** `root`: the folder of built files. Says whether the page is built. */
export function mountGraphiql(app: App, path: string, root: string): boolean {
  if (!existsSync(join(root, libraryFile))) return false
  app.get(`${path}/files/${libraryFile}`, (_request, reply) => reply.sendFile(libraryFile, root))
  app.get(`${path}/files/start.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(startScript),
  )
  return true
}
