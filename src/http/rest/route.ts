import type { TypedDocumentString } from '../documents/documents.ts'
import type { z } from 'zod'
import type { LimitedOperation } from '../../model/limited-operation.ts'

/** `headers` are not validated. */
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
  | { readonly envelope: string | Buffer }
  /** An answer without the envelope. */
  | { readonly body: unknown }
)

type RouteDefinition<Query extends z.ZodType, Body extends z.ZodType, Result, Variables, Which> = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  /** `basic`: Basic credentials; `search`: these or the user-data header. */
  readonly access: 'none' | 'basic' | 'search'
  readonly limit: LimitedOperation | null
  readonly query: Query
  readonly body?: Body
  /** A short document finds the key of a cached answer; null runs `document`. */
  readonly kept?: {
    readonly document: TypedDocumentString<Which, Variables>
    readonly answer: (
      which: Which,
      input: RouteInput<z.output<Query>, z.output<Body>>,
    ) => RouteAnswer | null
  }
  readonly document: TypedDocumentString<Result, Variables>
  readonly variables: (input: RouteInput<z.output<Query>, z.output<Body>>) => Variables
  readonly answer: (
    result: Result,
    input: RouteInput<z.output<Query>, z.output<Body>>,
  ) => RouteAnswer
  readonly data: z.ZodType
  /** For the OpenAPI document: a second kind of answer, without the envelope. */
  readonly bare?: z.ZodType
  readonly successStatus?: number
}

export type Route = RouteDefinition<z.ZodType, z.ZodType, unknown, Record<string, unknown>, unknown>

/** Checks that the parts fit each other, then drops their types so that routes fit in one list. */
export function route<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Result,
  Variables,
  Which = never,
>(definition: RouteDefinition<Query, Body, Result, Variables, Which>): Route {
  return definition as unknown as Route
}
