import { GraphQLScalarType } from 'graphql'
import { ruleKeys } from '../model/vocabulary.ts'
import { GraphQLJSONObject } from './scalars.ts'

type Json = Readonly<Record<string, unknown>>

declare module 'graphql' {
  interface GraphQLScalarTypeExtensions {
    readonly objectSchema?: Json
  }
}

type ObjectScalar = {
  readonly description: string
  readonly specifiedByURL: string
  readonly objectSchema: Json
}

const component = '#/components/schemas/UserData'
const userData = `api/v1/openapi.json${component}`
const anything = { type: 'object', additionalProperties: true }
const objects = { type: 'array', items: anything }
const text = { type: 'string' }

function properties(of: Json): Json {
  return { type: 'object', required: Object.keys(of), properties: of, additionalProperties: true }
}

function partOf(key: string): Json {
  return { $ref: `${component}/properties/${key}` }
}

const written = {
  UserData: {
    description:
      'A configuration, as docs/configuration.md describes it. The specification lies below the address of the service; schema/user-data.schema.json is the same.',
    specifiedByURL: userData,
    objectSchema: { $ref: component },
  },
  CatalogSettings: {
    description: '`catalogs` of a configuration.',
    specifiedByURL: `${userData}/properties/catalogs`,
    objectSchema: partOf('catalogs'),
  },
  SearchRules: {
    description: `The part of a configuration that ranks streams, with no other keys than ${ruleKeys.join(', ')}.`,
    specifiedByURL: userData,
    objectSchema: {
      type: 'object',
      properties: Object.fromEntries(ruleKeys.map((key) => [key, partOf(key)])),
      additionalProperties: false,
    },
  },
  AddonManifest: {
    description: 'The manifest of an addon of the Stremio protocol.',
    specifiedByURL:
      'https://github.com/Stremio/stremio-addon-sdk/blob/master/docs/api/responses/manifest.md',
    objectSchema: anything,
  },
  Headers: {
    description: 'HTTP headers: the names are keys, the values text.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc9110#name-fields',
    objectSchema: { type: 'object', additionalProperties: text },
  },
  HistoryExport: {
    description: 'A file of history, which `importHistory` reads.',
    specifiedByURL: 'rest/openapi.json#/components/schemas/HistoryExport',
    objectSchema: properties({
      format: text,
      version: { type: 'integer' },
      exportedAt: { type: 'integer', format: 'int64', description: 'epoch milliseconds' },
      users: objects,
      items: { ...objects, description: 'entries of histories, the oldest first' },
      plays: { ...objects, description: 'plays with their dates, the oldest first' },
    }),
  },
} satisfies Readonly<Record<string, ObjectScalar>>

type JsonObject = Record<string, unknown>

export type ObjectValues = Record<Exclude<keyof typeof written, 'Headers'>, JsonObject> & {
  Headers: Readonly<Record<string, string>>
}

/** JSON objects that have a specification elsewhere. */
export const objectScalars = Object.entries(written).map(
  ([name, { objectSchema, ...described }]) =>
    new GraphQLScalarType({
      ...GraphQLJSONObject.toConfig(),
      ...described,
      name,
      extensions: { objectSchema },
    }),
)
