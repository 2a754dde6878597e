import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import type { GraphQLInputType } from 'graphql'
import { afterAll, expect, it } from 'vitest'
import { objectScalars } from '../../../src/graphql/object-scalars.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const service = await startService({}, afterAll)

function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType)
  if (isListType(type)) return `[${literalOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]!.name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField)
    return `{${fields.map((field) => `${field.name}: ${literalOf(field.type)}`).join(', ')}}`
  }
  const { name } = getNamedType(type)
  if (objectScalars.some((scalar) => scalar.name === name)) return '{}'
  if (name === 'Boolean') return 'true'
  if (name === 'DateTime') return '"2030-01-01T00:00:00.000Z"'
  return name === 'ID' || name === 'String' ? '"aaaaaaaaaaaaaaaa"' : '1'
}

const calls = Object.values(schema.getMutationType()!.getFields()).map((field) => {
  const args = field.args
    .filter(isRequiredArgument)
    .map(({ name, type }) => `${name}: ${literalOf(type)}`)
  const call = args.length > 0 ? `${field.name}(${args.join(', ')})` : field.name
  return [field.name, isObjectType(getNamedType(field.type)) ? `${call} { __typename }` : call]
})
const free = new Set(['createUser'])

it.each(calls.filter(([name]) => !free.has(name!)))(
  '%s does nothing once the same operation has ended the access',
  async (_name, call) => {
    const auth = await service.createUser()
    const { token } = await signInApp(service.url, auth)
    const { errors } = await service.graphql(`mutation { signOut next: ${call} }`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(errors).toMatchObject([{ path: ['next'], extensions: { code: 'UNAUTHORIZED' } }])
  },
)

it('a changed password ends what follows in the same operation', async () => {
  const auth = await service.createUser()
  const { data, errors } = await service.graphql(
    `mutation ($now: String!) {
      changePassword(currentPassword: $now, password: "another secret") { uuid }
      createApiKey(name: "Program") { key }
    }`,
    { auth, variables: { now: auth.password } },
  )
  expect([data, errors?.[0]?.extensions?.code]).toEqual([null, 'UNAUTHORIZED'])
})
