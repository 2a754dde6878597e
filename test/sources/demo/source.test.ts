import { afterAll, describe, expect, it } from 'vitest'
import { withDemoSource } from '../../../src/sources/demo/source.ts'
import type { GuardedFetch } from '../../../src/security/guarded-fetch.ts'
import { startService } from '../../support/service.ts'

const asked: string[] = []
const elsewhere: GuardedFetch = async (url) => {
  asked.push(url)
  return { status: 200, headers: {}, body: Buffer.from('{}'), url }
}
const fetch = withDemoSource(elsewhere)

async function ask(path: string) {
  const { status, body } = await fetch(`https://demo.invalid${path}`, { timeoutMs: 100 })
  return { status, answer: JSON.parse(body.toString()) }
}

describe('The demo source', () => {
  it('answers from the service itself', async () => {
    const { answer } = await ask('/catalog/movie/demo.json')
    expect(answer.metas.length).toBeGreaterThan(0)
    for (const { id } of answer.metas) {
      const { streams } = (await ask(`/stream/movie/${id}.json`)).answer
      expect(streams.length).toBeGreaterThan(0)
      for (const { url } of streams) expect(url).toMatch(/^https:/)
      expect((await ask(`/meta/movie/${id}.json`)).answer.meta.id).toBe(id)
    }
    expect(asked).toEqual([])
  })

  it.each(['/', '/nothing.json', '/stream/series/tt0063350.json', '/meta/movie/%2e%2e.json'])(
    'has nothing at %s',
    async (path) => expect((await ask(path)).status).toBe(404),
  )

  it.each(['https://demo.invalid.example/manifest.json', 'http://demo.invalid/', 'nonsense'])(
    'leaves %s to others',
    async (address) => {
      await fetch(address, { timeoutMs: 100 })
      expect(asked).toContain(address)
    },
  )

  const names = '{ instance { demoSource } }'
  it('is named by the service, unless its operator turns it off', async () => {
    const on = await startService({}, afterAll)
    const off = await startService({ DEMO_SOURCE: 'false' }, afterAll)
    expect((await on.graphql(names)).data.instance.demoSource).toBe(
      'https://demo.invalid/manifest.json',
    )
    expect((await off.graphql(names)).data.instance.demoSource).toBeNull()
  })
})
