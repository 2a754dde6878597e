import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../support/service.ts'

type Operation = {
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly required: boolean
  }[]
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: { readonly required?: readonly string[] } }
    }
  }
}

const { request } = await startService({ RATE_LIMIT: 'off' }, afterAll)
const { body } = await request('/rest/openapi.json')
const { paths } = body as unknown as { paths: Record<string, Record<'get' | 'post', Operation>> }
const operations = Object.entries(paths).map(([path, { get, post }]) => ({
  path,
  method: get ? 'GET' : 'POST',
  required: get
    ? get.parameters!.filter(({ required, in: place }) => required && place === 'query')
    : post.requestBody!.content['application/json'].schema.required?.map((name) => ({ name })),
}))

/** The arguments that an operation misses, when it is asked without any. */
async function missingAt(path: string, method: string): Promise<readonly string[]> {
  const { text } = await request(`/rest${path.replace('{id}', 'x')}`, {
    method,
    ...(method === 'POST' && { json: {} }),
  })
  return [...text.matchAll(/Variable \\"\$(\w+)\\" of required type/g)].map(([, name]) => name!)
}

describe('Arguments below /rest', () => {
  it('are marked as required where an operation fails without them, and nowhere else', async () => {
    const found: object[] = []
    for (const { path, method } of operations) {
      found.push({ path, missing: (await missingAt(path, method)).toSorted() })
    }
    const marked = operations.map(({ path, required = [] }) => ({
      path,
      missing: required.map(({ name }) => name).toSorted(),
    }))
    expect(found).toEqual(marked)
    expect(marked).toContainEqual({ path: '/household', missing: ['household_user_id'] })
    expect(marked).toContainEqual({ path: '/latest', missing: [] })
  })
})
