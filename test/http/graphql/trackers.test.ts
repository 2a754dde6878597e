import { expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { startTrakt } from '../../support/trackers/trakt-server.ts'
import { inception } from '../../support/trackers/trakt-titles.ts'
import { until } from '../../support/until.ts'
import { json, startUpstream } from '../../support/upstream.ts'

const film = { id: inception.ids.imdb!, type: 'movie', name: inception.title, releaseInfo: '2010' }

async function startInception() {
  const { url } = await startUpstream((request, response) => {
    const answers: Record<string, object> = {
      '/manifest.json': {
        id: 'example.films',
        name: 'Films',
        version: '1.0.0',
        types: ['movie'],
        resources: ['catalog', 'meta'],
        catalogs: [{ type: 'movie', id: 'all', name: 'All' }],
      },
      '/catalog/movie/all.json': { metas: [film] },
      [`/meta/movie/${film.id}.json`]: { meta: { ...film, runtime: '148 min' } },
    }
    json(answers[request.url ?? ''] ?? {})(request, response)
  })
  return sourceAt(`${url}/manifest.json`)
}

async function open() {
  const trakt = await startTrakt()
  const service = await startService({
    RATE_LIMIT_SIGN_IN: 'off',
    TRAKT_CLIENT_ID: trakt.client.id,
    TRAKT_CLIENT_SECRET: trakt.client.secret,
    TRAKT_BASE_URL: trakt.url,
  })
  const owner = await service.createUser({
    sources: [await startInception()],
    mediaServer: { users: [{ name: 'Kim' }] },
  })
  const { token } = await signInApp(service.url, owner)
  const headers = { authorization: `MediaBrowser Token="${token}"` }
  return {
    trakt,
    service,
    owner,
    ask: (query: string) => service.graphql(query, { headers }),
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
    get: async (path: string): Promise<any> =>
      (await fetch(service.url + path, { headers })).json(),
    post: (path: string) => fetch(service.url + path, { method: 'POST', headers }),
    remove: (path: string) => fetch(service.url + path, { method: 'DELETE', headers }),
  }
}

const finish = 'mutation { finishTracker(tracker: TRAKT) { state waiting } }'

it('A person connects Trakt, which hears what is watched from then on, and is asked what it knows', async () => {
  const { trakt, service, ask, get, post, remove } = await open()
  expect((await ask('{ trackers { name native state } }')).data.trackers).toContainEqual({
    name: 'Trakt',
    native: 'TRAKT',
    state: 'DISCONNECTED',
  })
  expect((await ask(finish)).errors![0]!.extensions!.code).toBe('BAD_REQUEST')
  const begun = await ask('mutation { connectTracker(tracker: TRAKT) { url userCode intervalMs } }')
  const { url, userCode, intervalMs } = begun.data.connectTracker
  expect({ url, intervalMs }).toEqual({
    url: expect.stringMatching(/^https?:/),
    intervalMs: expect.any(Number),
  })
  expect((await ask(finish)).data.finishTracker).toEqual({ state: 'PENDING', waiting: 0 })
  const [device] = [...trakt.codes.keys()]
  expect(userCode).toMatch(/\w{4,}/)
  trakt.codes.set(device!, 'approved')
  expect((await ask(finish)).data.finishTracker).toEqual({ state: 'CONNECTED', waiting: 0 })

  const { Items } = await get('/Items?recursive=true&includeItemTypes=Movie')
  await post(`/UserPlayedItems/${Items[0].Id}`)
  await until('the history of Trakt', () => trakt.history.length === 1)
  expect(trakt.history[0]).toMatchObject({ title: { title: 'Inception' } })
  // Its own token, and nothing of it where anybody could read it.
  expect(service.lines.join('\n')).not.toMatch(/access 1|refresh 1|secret of this service/)

  const disconnected = await ask('mutation { disconnectTracker(tracker: TRAKT) }')
  expect(disconnected.data).toEqual({ disconnectTracker: true })
  await post(`/UserFavoriteItems/${Items[0].Id}`)
  await ask('mutation { connectTracker(tracker: TRAKT) { url } }')
  trakt.codes.set([...trakt.codes.keys()].at(-1)!, 'approved')
  expect((await ask(finish)).data.finishTracker).toEqual({ state: 'CONNECTED', waiting: 0 })
  // Events are sent in their order: one of the time between would have come before this one.
  await remove(`/UserPlayedItems/${Items[0].Id}`)
  await until('what was taken back', () => trakt.history.length === 0)
  expect(trakt.watchlist).toEqual([])
})

it('Trackers that the operator has not set up are not offered', async () => {
  const { ask } = await open()
  const { data } = await ask('{ trackers { name } }')
  expect(data.trackers).toEqual([{ name: 'Trakt' }, { name: 'Trakt' }])
  const refused = await ask('mutation { connectTracker(tracker: SIMKL) { url } }')
  expect(refused.errors![0]).toMatchObject({
    message: expect.stringContaining('SIMKL_CLIENT_ID'),
    extensions: { code: 'NOT_FOUND' },
  })
})
