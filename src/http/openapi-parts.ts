import { z } from 'zod'
import { userDataSchema } from '../model/user-data.ts'

export type JsonSchema = Record<string, unknown>

/** Without `$schema`. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: own }) => replaceLoneChoice(own),
  })
  return rest
}

function replaceLoneChoice(schema: z.core.JSONSchema.BaseSchema): void {
  const [only, ...others] = schema.oneOf ?? []
  if (!only || others.length > 0) return
  delete schema.oneOf
  Object.assign(schema, only)
}

/** The configuration as an OpenAPI component, without defaults: client generators would make such fields required. */
export function userDataComponents(): Record<string, JsonSchema> {
  const text = JSON.stringify(jsonSchema(userDataSchema, 'input'))
  const { $defs = {}, ...userData } = JSON.parse(
    text.replaceAll('"#/$defs/', '"#/components/schemas/'),
    (key, value: unknown) => (key === 'default' ? undefined : value),
  ) as JsonSchema & { $defs?: Record<string, JsonSchema> }
  return { ...$defs, UserData: userData }
}

export const credentialSchemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: '<uuid or alias>:<password or encryptedPassword>',
  },
  userData: {
    type: 'apiKey',
    in: 'header',
    name: 'x-service-user-data',
    description: 'base64 of a UserData object; for searches',
  },
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'x-emby-token',
    description: 'access token of a sign-in to the media server',
  },
} as const
