import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { isRecord } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import { sha256 } from './trusted-documents.ts'
import type { TrustedDocument } from './trusted-documents.ts'

/** Apollo's code, by which its clients know that they must send the text along with the hash. */
export const notFoundCode = 'PERSISTED_QUERY_NOT_FOUND'

/** With memoryShare 1. */
const maxKeptBytes = 4 * 2 ** 20
const maxQueryBytes = 64 * 1024

export type OperationParams = {
  readonly query: string
  readonly operationName: string | null
  readonly variables: JsonRecord | null
  readonly extensions: JsonRecord | null
}

/** Finds the document of a request, whichever way it is named. Throws a GraphQLError that names what is missing. */
export type FindDocument = (params: unknown) => OperationParams

/** Any document, by its text or, once its text was sent along with it, by its hash alone. */
export function createPersistedQueries(memoryShare = 1): FindDocument {
  const kept = new LRUCache<string, string>({
    maxSize: Math.floor(maxKeptBytes * memoryShare),
    maxEntrySize: maxQueryBytes,
    sizeCalculation: (query) => Buffer.byteLength(query) + 200,
  })

  function queryOf(params: JsonRecord): string {
    const id = idOf(params)
    const { query } = params
    if (id === null) return requireText(query)
    // Clients on web sockets must send a text, so they send an empty one.
    if (typeof query !== 'string' || query === '') return kept.get(id) ?? refuse(notFound())
    if (sha256(query) !== id) throw refusal('The sha256Hash is not that of the query.')
    kept.set(id, query)
    return query
  }

  return (params) => {
    const record = requireRecord(params)
    return { ...paramsOf(record), query: queryOf(record) }
  }
}

/** The documents of the operator alone: by hash, by name, or by exactly their text. */
export function createTrustedQueries(documents: readonly TrustedDocument[]): FindDocument {
  const known = new Map<string, TrustedDocument>()
  for (const document of documents) {
    for (const id of document.ids) known.set(id, document)
  }

  return (params) => {
    const record = requireRecord(params)
    const { query } = record
    const id = idOf(record) ?? (typeof query === 'string' ? sha256(query) : '')
    const document = known.get(id) ?? refuse(untrusted())
    const { operationName, ...rest } = paramsOf(record)
    return {
      ...rest,
      operationName: operationName ?? document.operationOf(id),
      query: document.text,
    }
  }
}

const expected = new Set(['query', 'variables', 'operationName', 'extensions', 'documentId', 'id'])

/** As `documentId`, `id` or Apollo's `extensions.persistedQuery`; null: the text stands for itself. */
function idOf({ documentId, id, extensions }: JsonRecord): string | null {
  const named = documentId ?? id
  if (typeof named === 'string') return named.replace(/^sha256:/, '')
  if (!isRecord(extensions) || !isRecord(extensions['persistedQuery'])) return null
  const { version, sha256Hash } = extensions['persistedQuery']
  if (version === 1 && typeof sha256Hash === 'string') return sha256Hash.toLowerCase()
  throw refusal('extensions.persistedQuery must be {"version": 1, "sha256Hash": "<hash>"}.')
}

function paramsOf(params: JsonRecord) {
  const { operationName, variables, extensions } = params
  const unknown = Object.keys(params).find((name) => !expected.has(name) && !isAbsent(params[name]))
  if (unknown !== undefined) {
    throw refusal(`Unexpected parameter "${unknown}" in the request body.`)
  }
  if (!isAbsent(operationName) && typeof operationName !== 'string') {
    throw refusal('operationName must be text.')
  }
  if (!isAbsent(variables) && !isRecord(variables)) throw refusal('variables must be an object.')
  if (!isAbsent(extensions) && !isRecord(extensions)) throw refusal('extensions must be an object.')
  return {
    operationName: operationName ?? null,
    variables: variables ?? null,
    extensions: extensions ?? null,
  }
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function requireRecord(params: unknown): JsonRecord {
  if (isRecord(params)) return params
  throw refusal('Send an object that holds query, variables and operationName.')
}

function requireText(query: unknown): string {
  if (typeof query === 'string') return query
  if (isAbsent(query)) throw refusal('Must provide query string.', { spec: true })
  throw refusal('Expected "query" param to be a string.')
}

function refuse(error: GraphQLError): never {
  throw error
}

/** `spec`: as GraphQL over HTTP wants it, 200 for clients that accept only application/json. */
function refusal(message: string, { spec = false } = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { http: { status: 400, spec } } })
}

function notFound(): GraphQLError {
  return new GraphQLError('PersistedQueryNotFound', {
    extensions: { code: notFoundCode, http: { status: 200 } },
  })
}

function untrusted(): GraphQLError {
  return refusal(
    'This server answers only the documents of its operator: send documentId, with the name or the sha256 hash of one.',
  )
}
