import { expect, it } from 'vitest'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { source } from '../../support/sources.ts'
import { keepFor, openStremioClient } from '../../support/stremio-client.ts'

const name = 'A'
const streams = [{ name, url: 'https://cdn.example/a' }]

/** The client's answer to one question, and the bytes that the source had sent for it. */
async function ask(headers: Record<string, string>) {
  const body = Buffer.from(new TextEncoder().encode(JSON.stringify({ streams })).buffer)
  const cache = createMemoryCache({ maxBytes: 10e6 })
  const { client } = openStremioClient({
    cache,
    fetch: async (url) => ({ status: 200, headers, body, url }),
  })
  const { value } = await client.streams(source({}), 'movie', 'tt1')
  return { client, body, value }
}

it('Bytes of an answer that is not kept are released once they are read', async () => {
  const { body, value } = await ask({})
  expect(value).toMatchObject([{ name }])
  expect(body.byteLength).toBe(0)
})

it('Bytes of an answer that is kept stay for whoever asks meanwhile', async () => {
  const { body, client, value } = await ask(keepFor(60))
  expect(value).toMatchObject([{ name }])
  expect(body.byteLength).toBeGreaterThan(0)
  const again = await client.streams(source({}), 'movie', 'tt1')
  expect(again).toMatchObject({ value: [{ name }], fromCache: 'fresh' })
})
