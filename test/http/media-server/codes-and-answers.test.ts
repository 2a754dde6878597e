import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { startService } from '../../support/service.ts'
import { startUpstream } from '../../support/upstream.ts'

it('A code that waits is not pushed out by what sources answer', async () => {
  const { url } = await startUpstream((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('cache-control', 'max-age=3600')
    const isManifest = request.url!.endsWith('/manifest.json')
    const manifest = {
      id: 'a',
      version: '1.0.0',
      name: 'A',
      resources: ['stream'],
      types: ['movie'],
    }
    const streams = Array.from({ length: 1_000 }, (_, index) => ({
      url: `${url}/${index}.mkv`,
      // Nothing makes it shorter.
      description: randomBytes(1_200).toString('hex'),
    }))
    response.end(
      JSON.stringify(isManifest ? { ...manifest, catalogs: [], idPrefixes: ['tt'] } : { streams }),
    )
  })
  const service = await startService()
  const source = { type: 'stremio', name: 'A', url: `${url}/manifest.json` }
  const auth = await service.createUser({ sources: [source], mediaServer: {} })
  const begun = await service.request('/QuickConnect/Initiate', {
    method: 'POST',
    headers: { authorization: 'MediaBrowser Client="TV", Device="TV", DeviceId="tv", Version="1"' },
  })
  const { Code: code } = begun.body as unknown as { Code: string }
  for (let film = 0; film < 32; film += 1) {
    const id = `tt${1_000_000 + film}`
    const { data } = await service.graphql(
      `{ search(type: "movie", id: "${id}") { results { url } } }`,
      { auth },
    )
    expect(data.search.results).toHaveLength(1_000)
  }
  const { data } = await service.graphql(`mutation { authorizeQuickConnect(code: "${code}") }`, {
    auth,
  })
  expect(data?.authorizeQuickConnect).toBe(true)
})
