import type { PageLanguage } from './language.ts'
import type { Link } from './page.ts'

const texts = {
  en: {
    docs: ['API documentation', 'every REST path, to read and to try'],
    graphiql: 'every operation, to explore and to run',
    openapi: 'the same for programs to read',
  },
  de: {
    docs: ['API-Dokumentation', 'jeder REST-Pfad, zum Lesen und Ausprobieren'],
    graphiql: 'jede Operation, zum Erkunden und Ausführen',
    openapi: 'dasselbe für Programme',
  },
  es: {
    docs: ['Documentación de la API', 'cada ruta REST, para leerla y probarla'],
    graphiql: 'cada operación, para explorarla y ejecutarla',
    openapi: 'lo mismo para programas',
  },
} as const

export function interfaceLinks(language: PageLanguage): readonly Link[] {
  const { docs, graphiql, openapi } = texts[language]
  return [
    { href: '/docs', name: docs[0], says: docs[1] },
    { href: '/graphql', name: 'GraphiQL', says: graphiql },
    { href: '/api/v1/openapi.json', name: 'OpenAPI', says: openapi },
  ]
}
