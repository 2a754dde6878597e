import { parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import type { RequestContext } from '../../src/graphql/context.ts'
import { compileQuery, isCompiledQuery } from '../../src/http/compile-query.ts'
import * as documents from '../../src/http/documents/documents.ts'
import { compileDocument } from '../../src/http/documents/runner.ts'

const operations = Object.entries(documents).flatMap(([name, document]) =>
  document instanceof documents.TypedDocumentString && !name.endsWith('FragmentDoc')
    ? [[name, parse(document.toString())] as const]
    : [],
)

describe('the documents behind the paths', () => {
  it.each(operations)('%s is valid and compiles', (_name, document) => {
    expect(validate(schema, document)).toEqual([])
    expect(isCompiledQuery(compileQuery(schema, document))).toBe(true)
  })

  it('refuse a value that a variable cannot have, as a fault of the request', async () => {
    const run = compileDocument(schema, documents.ItemsDocument)
    const variables = { filter: { premieredTo: '+012000-01-01T00:00:00.000Z' } }
    const running = Promise.resolve(run({} as RequestContext, variables))
    await expect(running).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
