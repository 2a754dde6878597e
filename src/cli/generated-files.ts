import { readdirSync, readFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as typedDocumentNode from '@graphql-codegen/typed-document-node'
import * as operations from '@graphql-codegen/typescript-operations'
import { buildSchema, parse, printSchema } from 'graphql'
import { z } from 'zod'
import { envExample } from '../config/env-example.ts'
import { schema } from '../graphql/schema.ts'
import { userDataSchema } from '../model/user-data.ts'

const documentsFolder = new URL('../../schema/documents/', import.meta.url)

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function typedDocuments(sdl: string): Promise<string> {
  const documents = readdirSync(documentsFolder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => ({
      location: name,
      document: parse(readFileSync(new URL(name, documentsFolder), 'utf8')),
    }))
  const scalars = {
    UUID: 'string',
    JSON: 'unknown',
    JSONObject: 'Record<string, unknown>',
    NonNegativeInt: 'number',
    SafeInt: 'number',
  }
  const text = await codegen({
    filename: 'documents.ts',
    schema: parse(sdl),
    schemaAst: buildSchema(sdl),
    documents,
    config: {
      scalars,
      useTypeImports: true,
      enumsAsTypes: true,
      skipTypename: true,
      optimizeDocumentNode: true,
      immutableTypes: true,
    },
    pluginMap: { operations, typedDocumentNode },
    plugins: [{ operations: {} }, { typedDocumentNode: {} }],
  })
  return `// Made from schema/documents by \`npm run generate\`.\n${text}`
}

type Files = ReadonlyMap<string, string>

/** The schema, and the adapters' documents typed by it; by path from the project's root. */
export async function schemaFiles(): Promise<Files> {
  const sdl = `${printSchema(schema)}\n`
  return new Map([
    ['schema/schema.graphql', sdl],
    ['src/http/rest/documents.ts', await typedDocuments(sdl)],
  ])
}

/** Every other file that is printed from code. Its code runs on the typed documents, which must be written first. */
export async function descriptionFiles(): Promise<Files> {
  const { openApiDocument } = await import('../http/rest/openapi.ts')
  const { restDocument } = await import('../http/sofa-openapi.ts')
  return new Map([
    ['schema/openapi.json', json(openApiDocument())],
    ['schema/openapi-rest.json', json(restDocument(schema, '/rest'))],
    ['schema/user-data.schema.json', json(z.toJSONSchema(userDataSchema, { io: 'input' }))],
    ['.env.example', envExample()],
  ])
}
