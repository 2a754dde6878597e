import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../../support/service.ts'

const { graphql, createUser } = await startService({}, afterAll)

describe('testSource', () => {
  it.each([0, -1, 120_001])('refuses to wait %i milliseconds', async (timeout) => {
    const { errors } = await graphql(
      `query { testSource(url: "https://addon.example/manifest.json", type: "movie", id: "tt1", timeout: ${timeout}) { problem } }`,
      { auth: await createUser() },
    )
    expect(errors).toMatchObject([
      { message: expect.stringContaining('timeout'), extensions: { code: 'BAD_REQUEST' } },
    ])
  })
})
