import type { TypedDocumentString } from '../../documents/documents.ts'
import type { GraphQLSchema } from 'graphql'
import { AppError } from '../../../core/errors.ts'
import { compileDocument } from '../../documents/runner.ts'
import type { RunDocument } from '../../documents/runner.ts'
import type {
  DocumentRoute,
  FixedRoute,
  MediaRequest,
  ServiceRequest,
  ServiceRoute,
} from './route.ts'

export function fixedRoute(
  method: FixedRoute['method'],
  path: string,
  access: FixedRoute['access'],
  fixed: FixedRoute['fixed'],
): FixedRoute {
  return { method, path, access, fixed }
}

/** For signed-in callers. */
export function fixedGet(path: string, fixed: FixedRoute['fixed']): FixedRoute {
  return fixedRoute('GET', path, 'signedIn', fixed)
}

type DocumentRouteDefinition<Result, Variables> = Pick<
  DocumentRoute,
  'method' | 'path' | 'access' | 'body' | 'words'
> & {
  readonly document: TypedDocumentString<Result, Variables>
  readonly variables: (request: MediaRequest) => Variables
  /** Sent as JSON; undefined is 204. */
  readonly answer: (data: Result, request: MediaRequest) => unknown
}

/** Checks that the parts fit each other, then drops their types so that routes fit in one list. */
export function documentRoute<Result, Variables>(
  definition: DocumentRouteDefinition<Result, Variables>,
): DocumentRoute {
  return definition as unknown as DocumentRoute
}

/** Gives each route its handler; a document that several routes run is compiled once. */
export function compileRoutes(
  routes: readonly (DocumentRoute | FixedRoute | ServiceRoute)[],
  schema: GraphQLSchema,
): readonly ServiceRoute[] {
  const compiled = new Map<DocumentRoute['document'], Run>()

  function runOf(document: DocumentRoute['document']): Run {
    const run = compiled.get(document) ?? compileDocument(schema, document)
    compiled.set(document, run)
    return run
  }

  return routes.map((each) => {
    if ('handle' in each) return each
    return 'fixed' in each ? answering(each) : running(each, runOf(each.document))
  })
}

type Run = RunDocument<unknown, Record<string, unknown>>

function running(route: DocumentRoute, run: Run) {
  const { document: _document, variables, answer, words, ...place } = route
  return {
    ...place,
    async handle(request: ServiceRequest) {
      try {
        const data = run(request.caller, variables(request))
        return answer(data instanceof Promise ? await data : data, request)
      } catch (error) {
        throw words ? inWords(words, error) : error
      }
    },
  }
}

function inWords(words: Readonly<Record<string, string>>, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST') return error
  const named = /^.*?(?= must | may )/.exec(error.message)?.[0] ?? ''
  const inOwn = named.replace(/\w+/g, (word) => (Object.hasOwn(words, word) ? words[word]! : word))
  const message = inOwn + error.message.slice(named.length)
  const said = error.reason ? { ...error.reason, message } : message
  return new AppError(error.code, said, { cause: error, headers: error.headers })
}

function answering({ fixed, type, ...place }: FixedRoute) {
  return {
    ...place,
    async handle(request: ServiceRequest) {
      const answer = fixed(request)
      return type === undefined ? answer : request.reply.type(type).send(answer)
    },
  }
}
