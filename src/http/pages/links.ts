import type { Link } from './page.ts'

/** What a person can open. */
export const interfaceLinks: readonly Link[] = [
  { href: '/docs', name: 'API documentation', says: 'every REST path, to read and to try' },
  { href: '/graphql', name: 'GraphiQL', says: 'every operation, to explore and to run' },
  { href: '/readyz', name: 'Readiness', says: 'whether the service has all that it needs' },
]
