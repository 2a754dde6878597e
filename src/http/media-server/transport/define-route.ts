import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { GraphQLSchema } from 'graphql'
import { compileDocument } from '../../documents/runner.ts'
import type { RunDocument } from '../../documents/runner.ts'
import type { DocumentRoute, MediaRequest, MediaRoute } from './route.ts'

export function route(
  method: MediaRoute['method'],
  path: string,
  access: MediaRoute['access'],
  handle: MediaRoute['handle'],
): MediaRoute {
  return { method, path, access, handle }
}

/** For who is signed in. */
export function get(path: string, handle: MediaRoute['handle']): MediaRoute {
  return route('GET', path, 'signedIn', handle)
}

/** For who is signed in. */
export function post(path: string, handle: MediaRoute['handle']): MediaRoute {
  return route('POST', path, 'signedIn', handle)
}

type DocumentRouteDefinition<Result, Variables> = Pick<
  MediaRoute,
  'method' | 'path' | 'access' | 'body'
> & {
  readonly document: TypedDocumentNode<Result, Variables>
  readonly variables: (request: MediaRequest) => Variables
  /** What is sent as JSON; undefined is 204. */
  readonly answer: (data: Result, request: MediaRequest) => unknown
}

/** Checks that the parts of a route fit each other, then forgets their types so that routes can stand in one list. */
export function documentRoute<Result, Variables>(
  definition: DocumentRouteDefinition<Result, Variables>,
): DocumentRoute {
  return definition as unknown as DocumentRoute
}

/** Gives each route that runs a document its handler; a document that several routes run is compiled once. */
export function compileRoutes(
  routes: readonly (MediaRoute | DocumentRoute)[],
  schema: GraphQLSchema,
): readonly MediaRoute[] {
  const compiled = new Map<DocumentRoute['document'], Run>()

  function runOf(document: DocumentRoute['document']): Run {
    const run = compiled.get(document) ?? compileDocument(schema, document)
    compiled.set(document, run)
    return run
  }

  return routes.map((each) => ('handle' in each ? each : withHandler(each, runOf(each.document))))
}

type Run = RunDocument<unknown, Record<string, unknown>>

function withHandler(
  { document: _document, variables, answer, ...place }: DocumentRoute,
  run: Run,
): MediaRoute {
  return {
    ...place,
    async handle(request) {
      const data = run(request.context, variables(request))
      return answer(data instanceof Promise ? await data : data, request)
    },
  }
}
