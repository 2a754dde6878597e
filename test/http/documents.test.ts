import type { DocumentNode } from 'graphql'
import { validate } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import * as documents from '../../src/http/documents/documents.ts'

const operations = Object.entries(documents).filter(([name]) => !name.endsWith('FragmentDoc'))

describe('the documents behind the paths', () => {
  it.each(operations)('%s is valid and compiles', (_name, document) => {
    expect(validate(schema, document as DocumentNode)).toEqual([])
    expect(isCompiledQuery(compileQuery(schema, document as DocumentNode))).toBe(true)
  })
})
