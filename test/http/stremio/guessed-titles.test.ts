import { expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { startService } from '../../support/service.ts'
import { json, startUpstream, type Handler } from '../../support/upstream.ts'

const hangUp: Handler = (request) => request.socket.destroy()

it('A source that fails for titles that may not be is asked for those that are', async () => {
  const manifest = {
    id: 'test.own',
    version: '1.0.0',
    name: 'Own',
    types: ['channel'],
    idPrefixes: ['own:'],
    resources: ['meta'],
    catalogs: [],
  }
  const upstream = await startUpstream((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    const answer = (): Handler => {
      if (path === '/manifest.json') return json(manifest)
      if (path === '/meta/channel/own:known.json')
        return json({ meta: { id: 'own:known', type: 'channel', name: 'Known' } })
      return path.endsWith(':1:1.json') ? json({ meta: null }) : hangUp
    }
    answer()(request, response)
  })
  const service = await startService()
  const owner = await service.createUser({
    sources: [sourceAt(`${upstream.url}/manifest.json`, 'Own')],
    mediaServer: { users: [{ name: 'Kim', blockedGenres: ['Horror'] }] },
  })
  const base = `/stremio/${owner.uuid}/${owner.token}`
  const asking = Array.from({ length: 8 }, (_, number) =>
    service.request(`${base}/u/Kim/stream/channel/own:show${number}:1:1.json`),
  )
  for (const { body } of await Promise.all(asking)) expect(body).toMatchObject({ streams: [] })
  expect(upstream.paths.length).toBeGreaterThan(16)
  expect((await service.request(`${base}/meta/channel/own:known.json`)).body).toMatchObject({
    meta: { name: 'Known' },
  })
})
