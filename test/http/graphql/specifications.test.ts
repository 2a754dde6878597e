import { isScalarType, isSpecifiedScalarType } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { startService } from '../../support/service.ts'

const service = await startService({}, afterAll)
const scalars = Object.values(schema.getTypeMap())
  .filter(isScalarType)
  .filter((type) => !isSpecifiedScalarType(type))

describe('JSON objects in GraphQL', () => {
  it('have types that say what is in them', () => {
    expect(scalars.map(({ name }) => name)).not.toContain('JSONObject')
  })

  const own = scalars.flatMap(({ name, specifiedByURL }) =>
    specifiedByURL?.includes('#/') ? [[name, specifiedByURL] as const] : [],
  )

  it('are specified by the service for configurations, their parts and files of history', () => {
    expect(own.map(([name]) => name)).toEqual([
      'CatalogSettings',
      'HistoryExport',
      'SearchRules',
      'UserData',
    ])
  })

  it.each(own)('%s has a specification at the address that it names', async (_name, address) => {
    const { hash, href } = new URL(address, `${service.url}/graphql`)
    const document: unknown = await (await fetch(href)).json()
    const found = hash
      .slice(2)
      .split('/')
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document)
    expect(found).toMatchObject({ type: 'object', properties: {} })
  })

  it('refuse anything else in the words of before', async () => {
    const user = await service.createUser()
    const { errors } = await service.graphql('{ previewRules(rules: []) { tookMs } }', {
      auth: user,
    })
    expect(errors).toMatchObject([{ message: 'JSONObject cannot represent non-object value: []' }])
  })
})
