import { z } from 'zod'
import { userDataSchema } from '../model/user-data.ts'

export type JsonSchema = Record<string, unknown>

/** The JSON Schema of a zod schema, without the mark of its dialect. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/**
 * The configuration as a component, and what it refers to. Without its defaults: generators of clients make every
 * field with one required.
 */
export function userDataComponents(): Record<string, JsonSchema> {
  const text = JSON.stringify(jsonSchema(userDataSchema, 'input'))
  const { $defs = {}, ...userData } = JSON.parse(
    text.replaceAll('"#/$defs/', '"#/components/schemas/'),
    (key, value: unknown) => (key === 'default' ? undefined : value),
  ) as JsonSchema & { $defs?: Record<string, JsonSchema> }
  return { ...$defs, UserData: userData }
}

/** The ways to say who asks. */
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
