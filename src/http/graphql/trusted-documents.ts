import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import { GraphQLError, Kind, parse, validate } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { AppError } from '../../core/errors.ts'
import { isRecord, parseJson } from '../../core/json.ts'

export type TrustedDocument = {
  readonly text: string
  /** Hash of the text, name of the file, names of its operations, and what a manifest calls it. */
  readonly ids: readonly string[]
  /** The operation that an id names; null: the document has one, or the request says which. */
  operationOf(id: string): string | null
}

type Read = {
  readonly text: string
  readonly names: readonly string[]
  /** The file, and what its manifest calls the document. */
  readonly place: string
}

/**
 * Reads every `.graphql` and `.gql` file of a folder and the manifests that Apollo's and codegen's tools write as `.json`.
 * Throws an AppError with one line about the first file that is not valid.
 */
export function readTrustedDocuments(
  folder: string,
  schema: GraphQLSchema,
): readonly TrustedDocument[] {
  try {
    const found = filesOf(folder)
      .flatMap((file) => readFile(folder, file))
      .map((read) => ({ place: read.place, document: checked(read, schema) }))
    if (found.length === 0) {
      throw new Error(`${folder} holds no document in a .graphql, .gql or .json file`)
    }
    requireSingleNames(found)
    return found.map(({ document }) => document)
  } catch (error) {
    const [line] = (error as Error).message.split('\n')
    throw new AppError(
      'BAD_REQUEST',
      `GRAPHQL_DOCUMENTS_ONLY names a folder that cannot be used: ${line}; for example GRAPHQL_DOCUMENTS_ONLY=./documents`,
      { cause: error },
    )
  }
}

/** What the built pages ask; empty where they are not built. By hash and text alone, so that names are the operator's. */
export function readPageDocuments(folder: string): readonly TrustedDocument[] {
  const file = join(folder, 'documents.json')
  if (!existsSync(file)) return []
  return manifestOf(readFileSync(file, 'utf8'), file).map(({ text }) => ({
    text,
    ids: [sha256(text)],
    operationOf: () => null,
  }))
}

export function sha256(text: string): string {
  return hash('sha256', text)
}

function filesOf(folder: string): string[] {
  const found = readable(folder, () =>
    readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' }),
  )
  return (
    found
      .map(({ parentPath, name }) => join(parentPath, name))
      // Follows links; those that lead nowhere are refused when they are read.
      .filter((path) => !statSync(path, { throwIfNoEntry: false })?.isDirectory())
      .map((path) => relative(folder, path))
      .toSorted()
  )
}

function readFile(folder: string, file: string): readonly Read[] {
  const extension = extname(file)
  if (!['.graphql', '.gql', '.json'].includes(extension.toLowerCase())) return []
  const text = readable(file, () => readFileSync(join(folder, file), 'utf8'))
  if (extension.toLowerCase() === '.json') return manifestOf(text, file)
  return [{ text, names: [basename(file, extension)], place: file }]
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`${path} cannot be read (${code})`, { cause: error })
  }
}

/** Apollo: `{operations: [{id, name, body}]}`; codegen and Relay: `{<hash>: <text>}`. */
function manifestOf(text: string, file: string): readonly Read[] {
  const json = parseJson(text)
  if (!isRecord(json)) throw new Error(`${file} is not a manifest of documents`)
  const { operations } = json
  const entries = Array.isArray(operations)
    ? operations.map((operation: unknown) => (isRecord(operation) ? operation : {}))
    : Object.entries(json).map(([id, body]) => ({ id, body }))
  return entries.map(({ id, body }) => {
    if (typeof id === 'string' && typeof body === 'string') {
      return { text: body, names: [id], place: `${file}: ${id}` }
    }
    throw new Error(`${file} has an entry without id or text`)
  })
}

function checked({ text, names, place }: Read, schema: GraphQLSchema): TrustedDocument {
  const operations = operationsOf({ text, place }, schema)
  return {
    text,
    ids: [...new Set([sha256(text), ...names, ...operations])],
    operationOf: (id) => (operations.includes(id) ? id : null),
  }
}

/** The names of its operations. */
function operationsOf({ text, place }: Omit<Read, 'names'>, schema: GraphQLSchema): string[] {
  try {
    const document = parse(text)
    const [error] = validate(schema, document)
    if (error) throw error
    return document.definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.name ? definition.name.value : [],
    )
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}${lineOf(error)}`, { cause: error })
  }
}

function lineOf(error: unknown): string {
  const [found] = (error instanceof GraphQLError && error.locations) || []
  return found ? ` (line ${found.line}, column ${found.column})` : ''
}

/** A name that two documents have would answer one of them by chance. */
function requireSingleNames(found: readonly { place: string; document: TrustedDocument }[]): void {
  const seen = new Map<string, { place: string; text: string }>()
  for (const { place, document } of found) {
    const { ids, text } = document
    for (const id of ids) {
      const known = seen.get(id) ?? { place, text }
      if (known.text !== text) {
        throw new Error(`two documents have the name ${id}, in ${known.place} and in ${place}`)
      }
      seen.set(id, known)
    }
  }
}
