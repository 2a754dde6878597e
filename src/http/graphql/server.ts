import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { Kind } from 'graphql'
import type { DocumentNode, ExecutionArgs, ExecutionResult, GraphQLSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import type { Plugin } from 'graphql-yoga'
import type { Logger } from '../../core/logger.ts'
import type { Caller } from '../caller.ts'
import { compileQuery, isCompiledQuery } from '../compile-query.ts'
import type { FindDocument } from './documents.ts'
import { codedError } from './errors.ts'
import { multipartSubscriptions } from './multipart-subscriptions.ts'
import { costLimit } from './query-cost.ts'
import { variableCheck } from './wrong-variables.ts'

/** Enough for every path of the schema and the introspection queries of common tools. */
const bounds = { depth: 12, aliases: 30, tokens: 5_000, directives: 50 }

/** Adds codes to errors of parsing and validation, which the mask below does not see. */
function codesEverywhere(log: Logger): Plugin {
  return {
    onParse: () => (payload) => {
      const { result } = payload
      if (result instanceof Error) payload.replaceParseResult(codedError(result, log))
    },
    onValidate: () => (payload) => {
      if (!payload.valid) payload.setResult(payload.result.map((error) => codedError(error, log)))
    },
  }
}

type Data = Record<string, unknown>
type Compiled = ReturnType<typeof compileQuery<Data, Data>>

/** Compiles documents from their second use on. Parsed documents are cached, so object identity suffices. */
function compiledExecution(schema: GraphQLSchema): Plugin {
  const seen = new WeakMap<DocumentNode, Map<string, Compiled> | 'once'>()
  return {
    onExecute({ args, setExecuteFn }) {
      const { document, operationName } = args as ExecutionArgs
      const known = seen.get(document)
      if (known === undefined) {
        seen.set(document, 'once')
        return
      }
      if (hasNeededDefault(document)) return
      const compiled = known === 'once' ? new Map<string, Compiled>() : known
      seen.set(document, compiled)
      const name = operationName ?? ''
      const query = compiled.get(name) ?? compileQuery<Data, Data>(schema, document, name)
      compiled.set(name, query)
      if (!isCompiledQuery(query)) return
      setExecuteFn(
        ({ rootValue, contextValue, variableValues }: ExecutionArgs) =>
          query.query(rootValue, contextValue, variableValues ?? {}) as Promise<ExecutionResult>,
      )
    },
  }
}

/** Puts the text of the document in place of what names it. */
function documentsByName(find: FindDocument): Plugin {
  return {
    onParams({ params, request, setParams }) {
      const documentId =
        request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : null
      setParams(find(documentId === null ? params : { ...params, documentId }) as typeof params)
    },
  }
}

/** The compiler asks for a value of a variable that must not be null, though the document has a default for it. */
function hasNeededDefault({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.variableDefinitions?.some(
        ({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && defaultValue !== undefined,
      ),
  )
}

export type GraphqlServerOptions = {
  readonly schema: GraphQLSchema
  readonly path: string
  readonly find: FindDocument
  readonly log: Logger
}

export function createGraphqlServer({ schema, path, find, log }: GraphqlServerOptions) {
  return createYoga<Caller>({
    schema,
    graphqlEndpoint: path,
    landingPage: false,
    cors: false,
    logging: false,
    batching: false,
    multipart: false,
    maskedErrors: { maskError: (error) => codedError(error, log) },
    // The library's page has an inline script, which our content security policy forbids.
    graphiql: false,
    plugins: [
      documentsByName(find),
      multipartSubscriptions(),
      maxTokensPlugin({ n: bounds.tokens }),
      maxDepthPlugin({ n: bounds.depth, flattenFragments: true, ignoreIntrospection: true }),
      maxAliasesPlugin({ n: bounds.aliases }),
      maxDirectivesPlugin({ n: bounds.directives }),
      codesEverywhere(log),
      variableCheck(log),
      costLimit(),
      compiledExecution(schema),
    ],
  })
}
