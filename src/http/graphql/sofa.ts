import { GraphQLError } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { AppError } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import type { Caller } from '../caller.ts'
import { mountFetchHandler } from '../fetch-bridge.ts'
import { jsonType } from '../envelope.ts'
import type { ContextFactory } from '../request-context.ts'
import type { App } from '../server.ts'
import { prefersCsv } from './csv.ts'
import type { CsvTable } from './csv-tables.ts'
import { credentialsReader } from './request-credentials.ts'
import type { PageCookies } from './request-credentials.ts'

const prefix = '/rest'
export const restDocumentPath = `${prefix}/openapi.json`

export function mountSofa(
  app: App,
  schema: GraphQLSchema,
  contexts: ContextFactory,
  cookies: PageCookies,
  log: Logger,
): void {
  const credentialsOf = credentialsReader(cookies)
  let document: Promise<string> | undefined
  app.get(restDocumentPath, async (_request, reply) => {
    document ??= import('./sofa-openapi.ts').then(({ restDocument }) =>
      JSON.stringify(restDocument(schema, prefix)),
    )
    return reply.type(jsonType).send(await document)
  })
  const methods = ['GET', 'POST', 'PUT', 'DELETE']
  mountFetchHandler(app, { url: `${prefix}/*`, methods, log }, async () => {
    const [{ createSofaRouter }, { createCsvParts, createCsvTables }] = await Promise.all([
      import('./sofa-router.ts'),
      import('./csv-tables.ts'),
    ])
    const sofa = createSofaRouter(schema, prefix, log)
    const tables = createCsvTables(schema)
    const parts = createCsvParts(schema)
    return async (request, reply, input) => {
      // The library's webhooks would post to any address that a caller names.
      if (/\/webhook(\/|$)/i.test(decodeURIComponent(new URL(input.url).pathname))) return undefined
      reply.headers(await contexts.take(request, 'graphql'))
      const open = () => contexts.create(request, reply, null, credentialsOf(request))
      const { pathname, search } = new URL(input.url)
      const path = request.method === 'GET' ? pathname.slice(prefix.length) : ''
      const part = parts.get(path)
      if (part) return answerCsv(part, search, open)
      const table = tables.get(path)
      if (table) reply.header('vary', 'accept, authorization')
      if (table && prefersCsv(request.headers.accept)) return answerCsv(table, search, open)
      return sofa.fetch(input, (request.body as Uint8Array | undefined) ?? null, open())
    }
  })
}

/** Arguments are read as for JSON, so their errors are answered as there. */
async function answerCsv(table: CsvTable, search: string, open: () => Caller): Promise<Response> {
  try {
    return await table(search, open)
  } catch (error) {
    if (error instanceof GraphQLError) throw new AppError('BAD_REQUEST', error.message)
    throw error
  }
}
