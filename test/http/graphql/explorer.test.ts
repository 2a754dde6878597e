import {
  buildClientSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import type { IntrospectionQuery } from 'graphql'
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../../support/service.ts'

const { request, graphql } = await startService({}, afterAll)

describe('introspection', () => {
  it('gives the schema that is committed', async () => {
    const { data } = await graphql(getIntrospectionQuery({ specifiedByUrl: true }))
    const committed = readFileSync(
      new URL('../../../schema/schema.graphql', import.meta.url),
      'utf8',
    )
    const schema = buildClientSchema(data as IntrospectionQuery)
    expect(`${printSchema(lexicographicSortSchema(schema))}\n`).toBe(committed)
  })

  it.each([
    { specifiedByUrl: true, schemaDescription: true, directiveIsRepeatable: true },
    { inputValueDeprecation: true, oneOf: true },
  ])('is open to tools that ask with %o', async (options) => {
    expect((await graphql(getIntrospectionQuery(options))).errors).toBeUndefined()
  })
})

describe('GraphiQL', () => {
  it('opens in a browser at the same path', async () => {
    const { status, headers, text } = await request('/graphql', {
      headers: { accept: 'text/html,application/xhtml+xml' },
    })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    expect(text).toContain('/graphql/files/start.js')
  })

  it('loads nothing from other hosts', async () => {
    const { text } = await request('/graphql', { headers: { accept: 'text/html' } })
    expect(text).not.toMatch(/<(script|link|img)[^>]+(src|href)="?(https?:)?\/\//i)
    expect(text).not.toMatch(/import\(?\s*["']https?:/)
  })
})
