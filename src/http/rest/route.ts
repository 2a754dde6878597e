import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { z } from 'zod'
import type { LimitedOperation } from '../../graphql/context.ts'

/** Validated input of a route; `headers` are as they came. */
export type RouteInput<Query, Body> = {
  readonly query: Query
  readonly body: Body
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export type RouteAnswer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
} & (
  | { readonly detail: string | null; readonly data: unknown }
  /** Data that is JSON text already. */
  | { readonly detail: string | null; readonly json: string }
  /** The whole envelope, ready to be sent. */
  | { readonly envelope: string | Buffer }
  /** An answer outside the envelope. */
  | { readonly body: unknown }
)

type RouteDefinition<Query extends z.ZodType, Body extends z.ZodType, Result, Variables, Which> = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** One line for the OpenAPI document. */
  readonly summary: string
  /** `basic`: with Basic credentials alone; `search`: with those or the user-data header; `none`: anybody. */
  readonly access: 'none' | 'basic' | 'search'
  readonly limit: LimitedOperation | null
  readonly query: Query
  readonly body?: Body
  /** Where answers are kept: a short document says which answer it is. Null: it is not kept, and `document` runs. */
  readonly kept?: {
    readonly document: TypedDocumentNode<Which, Variables>
    readonly answer: (
      which: Which,
      input: RouteInput<z.output<Query>, z.output<Body>>,
    ) => RouteAnswer | null
  }
  readonly document: TypedDocumentNode<Result, Variables>
  readonly variables: (input: RouteInput<z.output<Query>, z.output<Body>>) => Variables
  readonly answer: (
    result: Result,
    input: RouteInput<z.output<Query>, z.output<Body>>,
  ) => RouteAnswer
  /** Data of the successful answer, for the OpenAPI document. */
  readonly data: z.ZodType
  /** A successful answer outside the envelope, where there is one. */
  readonly bare?: z.ZodType
  readonly successStatus?: number
}

/** One path of the interface as data: who may call it, what it takes, which document answers it, and how the answer looks. */
export type Route = RouteDefinition<z.ZodType, z.ZodType, unknown, Record<string, unknown>, unknown>

/** Checks that the parts of a route fit each other, then forgets their types so that routes can stand in one list. */
export function route<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Result,
  Variables,
  Which = never,
>(definition: RouteDefinition<Query, Body, Result, Variables, Which>): Route {
  return definition as unknown as Route
}
