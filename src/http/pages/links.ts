import type { Link } from './page.ts'

export const interfaceLinks: readonly Link[] = [
  { href: '/docs', name: 'API documentation', says: 'every REST path, to read and to try' },
  { href: '/graphql', name: 'GraphiQL', says: 'every operation, to explore and to run' },
  { href: '/api/v1/openapi.json', name: 'OpenAPI', says: 'the same for programs to read' },
]
