import { readdirSync, readFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as typedDocumentNode from '@graphql-codegen/typed-document-node'
import * as operations from '@graphql-codegen/typescript-operations'
import { buildSchema, parse, printSchema } from 'graphql'
import { z } from 'zod'
import { envExample } from '../src/config/env-example.ts'
import { errorCodes } from '../src/core/errors.ts'
import { refusalTexts } from '../src/core/refusal-texts.ts'
import { schema } from '../src/graphql/schema.ts'
import type { FieldTable } from '../src/model/field-table.ts'
import { parsedFileFields } from '../src/model/parsed-file.ts'
import { resultFields } from '../src/model/result-fields.ts'
import { userDataSchema } from '../src/model/user-data.ts'

const documentsFolder = new URL('../schema/documents/', import.meta.url)
const pageDocumentsFolder = new URL('../src/web/documents/', import.meta.url)

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

const fragmentName = 'result-fields.graphql'

/** Every field of a search result but its display texts, which are asked for with a format alone. */
function resultFragment(): string {
  const names = (table: FieldTable, indent: string): string =>
    Object.keys(table)
      .map((name) => `${indent}${name}\n`)
      .join('')
  const parts: Readonly<Record<string, string>> = {
    subtitleTracks: ' {\n    id\n    url\n    lang\n  }',
    parsedFile: ` {\n${names(parsedFileFields, '    ')}  }`,
  }
  const fields = Object.keys(resultFields)
    .filter((name) => name !== 'name' && name !== 'description')
    .map((name) => `  ${name}${parts[name] ?? ''}\n`)
  return `# Made from src/model/result-fields.ts by \`npm run generate\`.\nfragment ResultFields on SearchResult {\n${fields.join('')}}\n`
}

type Written = readonly (readonly [name: string, text: string])[]

function writtenIn(folder: URL): Written {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql') && name !== fragmentName)
    .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const)
}

/** As text: parsed documents are several times as long, in the script of the pages and in memory. */
async function typedDocuments(sdl: string, written: Written): Promise<string> {
  const documents = written
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([location, text]) => ({ location, document: parse(text) }))
  const scalars = {
    UUID: 'string',
    UserData: 'Record<string, unknown>',
    CatalogSettings: 'Record<string, unknown>',
    SearchRules: 'Record<string, unknown>',
    AddonManifest: 'Record<string, unknown>',
    HistoryExport: 'Record<string, unknown>',
    Headers: 'Readonly<Record<string, string>>',
    SafeInt: 'number',
    DateTime: 'string',
  }
  const made = await codegen({
    filename: 'documents.ts',
    schema: parse(sdl),
    schemaAst: buildSchema(sdl),
    documents,
    config: {
      scalars,
      useTypeImports: true,
      enumsAsTypes: true,
      skipTypename: true,
      immutableTypes: true,
      documentMode: 'string',
    },
    pluginMap: { operations, typedDocumentNode },
    plugins: [{ operations: {} }, { typedDocumentNode: {} }],
  })
  return made.replaceAll(
    /(TypedDocumentString\(`)([^`]*)/g,
    (_all, begin: string, document: string) => begin + document.trim().replaceAll(/\s+/g, ' '),
  )
}

async function adapterDocuments(sdl: string): Promise<string> {
  const written = [...writtenIn(documentsFolder), [fragmentName, resultFragment()] as const]
  const text = await typedDocuments(sdl, written)
  return `// Made from schema/documents by \`npm run generate\`.\n${text}`
}

function wordsType(name: string, words: readonly string[]): string {
  return `\nexport type ${name} =${words.map((word) => `\n  | '${word}'`).join('')};\n`
}

/** Codes of failures stand in `extensions`, which no document asks for. */
async function pageDocuments(sdl: string): Promise<string> {
  const text = await typedDocuments(sdl, writtenIn(pageDocumentsFolder))
  const codes = wordsType('ErrorCode', errorCodes)
  const refusals = wordsType('RefusalCode', Object.keys(refusalTexts))
  return `// Made from src/web/documents by \`npm run generate\`.\n${text}${codes}${refusals}`
}

type Files = ReadonlyMap<string, string>

/** The schema, and the adapters' documents typed by it; by path from the project's root. */
export async function schemaFiles(): Promise<Files> {
  const sdl = `${printSchema(schema)}\n`
  return new Map([
    ['schema/schema.graphql', sdl],
    [`schema/documents/${fragmentName}`, resultFragment()],
    ['src/http/documents/documents.ts', await adapterDocuments(sdl)],
    ['src/web/documents.ts', await pageDocuments(sdl)],
  ])
}

/** Every other file that is printed from code. Its code runs on the typed documents, which must be written first. */
export async function descriptionFiles(): Promise<Files> {
  const { openApiDocument } = await import('../src/http/rest/openapi.ts')
  const { createRestRoutes } = await import('../src/http/rest/routes.ts')
  const { restDocument } = await import('../src/http/graphql/sofa-openapi.ts')
  return new Map([
    ['schema/openapi.json', json(openApiDocument(createRestRoutes(1)))],
    ['schema/openapi-rest.json', json(restDocument(schema, '/rest'))],
    ['schema/user-data.schema.json', json(z.toJSONSchema(userDataSchema, { io: 'input' }))],
    ['.env.example', envExample()],
  ])
}
