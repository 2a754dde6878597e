import { execute, GraphQLError, Kind, typeFromAST } from 'graphql'
import type {
  DocumentNode,
  ExecutionArgs,
  GraphQLInputType,
  GraphQLSchema,
  NamedTypeNode,
} from 'graphql'
import { useSofa } from 'sofa-api'
import { statusOf } from '../../core/errors.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { isRecord, parseJson } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import type { Logger } from '../../core/logger.ts'
import type { Caller } from '../caller.ts'
import { codedError } from './errors.ts'
import { markHidden, withoutHidden } from './hidden-fields.ts'
import type { Trimmed } from './hidden-fields.ts'
import { readQueryArgument } from './sofa-arguments.ts'

type ErrorHandler = NonNullable<Parameters<typeof useSofa>[0]['errorHandler']>
type ReadArgument = (name: string, type: GraphQLInputType) => unknown

/** Throws a GraphQLError. */
function readBody(bytes: Uint8Array): JsonRecord {
  const value = parseJson(Buffer.from(bytes).toString())
  if (value === undefined) throw new GraphQLError('The body must be JSON.')
  if (isRecord(value)) return value
  throw new GraphQLError('The body must be a JSON object that holds the arguments by their names.')
}

function argumentsOf(method: string, search: string, body: Uint8Array | null): ReadArgument {
  if (method === 'GET') {
    const query = new URLSearchParams(search)
    return (name, type) => readQueryArgument(query, name, type)
  }
  const values = body ? readBody(body) : {}
  return (name) => (Object.hasOwn(values, name) ? values[name] : undefined)
}

/** The library reads the path's variables; we read all others. */
function variablesOf(
  { schema, document, variableValues }: ExecutionArgs,
  readArgument: ReadArgument,
): JsonRecord {
  const variables: Record<string, unknown> = { ...variableValues }
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    for (const { variable, type } of definition.variableDefinitions ?? []) {
      const name = variable.name.value
      if (Object.hasOwn(variables, name)) continue
      const value = readArgument(
        name,
        typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType,
      )
      if (value !== undefined) variables[name] = value
    }
  }
  return variables
}

function createReadable(schema: GraphQLSchema) {
  const known = new WeakMap<DocumentNode, Map<string, Trimmed>>()
  return async function readableOf({ document, contextValue }: ExecutionArgs) {
    // Callers without any access get their error from the field itself.
    const scopes = await (contextValue as Caller).findScopes().catch(() => null)
    if (scopes === null) return null
    const ofDocument = known.get(document) ?? new Map<string, Trimmed>()
    known.set(document, ofDocument)
    const name = scopes.join(' ')
    const readable = ofDocument.get(name) ?? withoutHidden(schema, document, scopes)
    ofDocument.set(name, readable)
    return readable
  }
}

/** Answers GraphQL operations at their own paths. The library reads neither lists of objects nor JSON from a query, so we do. */
export function createSofaRouter(schema: GraphQLSchema, basePath: string, log: Logger) {
  const readableOf = createReadable(schema)
  const readers = new WeakMap<object, () => ReadArgument>()
  const sofa = useSofa({
    basePath,
    schema,
    openAPI: { endpoint: false },
    swaggerUI: { endpoint: false },
    context: (given: { caller: unknown }) => given.caller as Record<string, unknown>,
    async execute(args: ExecutionArgs) {
      const variableValues = variablesOf(args, readers.get(args.contextValue as object)!())
      const readable = await readableOf(args)
      if (readable === null) return execute({ ...args, variableValues })
      const { document, hidden } = readable
      const result = await execute({ ...args, document, variableValues })
      for (const path of hidden) markHidden(result.data, path)
      return result
    },
    errorHandler(errors) {
      const coded = errors.map((error) => codedError(error, log))
      const status = Math.max(
        ...coded.map(({ extensions }) => statusOf[extensions['code'] as ErrorCode]),
      )
      const body = { errors: coded.map((error) => error.toJSON()) }
      // The library's own Response type is the same with narrower headers.
      return Response.json(body, { status }) as unknown as ReturnType<ErrorHandler>
    },
  })

  return {
    async fetch(
      request: Request,
      body: Uint8Array | null,
      caller: Caller,
    ): Promise<Response | undefined> {
      const { origin, pathname, search } = new URL(request.url)
      readers.set(caller, () => argumentsOf(request.method, search, body))
      const bare = new Request(`${origin}${pathname}`, {
        method: request.method,
        headers: request.headers,
      })
      return sofa.fetch(bare, { caller })
    },
  }
}
