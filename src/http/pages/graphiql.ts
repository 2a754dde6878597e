import { createHash } from 'node:crypto'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { pagePolicy } from '../headers.ts'

const begin = '<script>'
const end = '</script>'

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

/** The editor writes styles into elements, draws its signs as data, and starts its workers from what it has loaded. */
export const graphiqlPolicy = pagePolicy({
  'script-src': "'self'",
  'worker-src': 'blob:',
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': 'data:',
  'connect-src': "'self'",
})

/** The library's page as two: its script inside the page would need a policy that lets any script in. */
export function renderParts(scriptPath: string): {
  readonly page: string
  readonly script: string
} {
  const whole = renderGraphiQL({
    title: 'Stream Aggregation Service',
    favicon: '/logo.svg',
    defaultQuery: firstQuery,
  })
  const from = whole.indexOf(begin)
  const to = whole.lastIndexOf(end)
  const script = whole.slice(from + begin.length, to)
  const version = createHash('sha256').update(script).digest('hex').slice(0, 12)
  const tag = `<script src="${scriptPath}?version=${version}">`
  return { page: whole.slice(0, from) + tag + whole.slice(to), script }
}
