import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { filmId, seriesId, startFilmSource } from '../../../support/film-source.ts'
import { signInApp } from '../../../support/media-client.ts'
import { restClient } from '../../../support/extension-client.ts'
import { serviceTargets } from '../../../support/service-targets.ts'
import { startTrackerSource } from '../../../support/tracker-source.ts'
import type { Auth, RunningService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const runtimeTicks = 54_000_000_000

describe.each(serviceTargets)('A tracker that is a source, of $name,', ({ skip, start }) => {
  describe.skipIf(skip)('of the first user', () => {
    const endings: (() => unknown)[] = []
    let nodes: RunningService[] = []
    let owner: Auth
    let token = ''
    let userId = ''
    let watchlist: Awaited<ReturnType<typeof startTrackerSource>>

    async function ask(method: string, path: string, json?: object) {
      const response = await fetch(nodes.at(-1)!.url + path, {
        method,
        headers: { 'x-emby-token': token, 'content-type': 'application/json' },
        body: json ? JSON.stringify(json) : null,
      })
      const text = await response.text()
      // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
      return response.ok && text ? JSON.parse(text) : null
    }

    const listed = async (kind: string): Promise<{ Id: string; Name: string }[]> =>
      (await ask('GET', `/Items?recursive=true&includeItemTypes=${kind}&sortBy=SortName`)).Items

    const pushed = (count: number) =>
      until(
        'what the tracker and the history know',
        () => watchlist.tracker.pushes,
        (pushes) => pushes.length >= count,
      )

    async function trackers() {
      const { data } = await nodes[0]!.graphql(
        '{ trackers { id name native state reason waiting givenUp { event reason } } }',
        { headers: { authorization: `MediaBrowser Token="${token}"` } },
      )
      return data.trackers as {
        id: string
        name: string
        state: string
        reason: string | null
        waiting: number
        givenUp: { event: string; reason: string }[]
      }[]
    }

    const nothingWaits = () =>
      until('what the tracker and the history know', trackers, (found) =>
        found.every(({ waiting }) => waiting === 0),
      )

    beforeAll(async () => {
      const ends = (end: () => unknown): void => void endings.push(end)
      watchlist = await startTrackerSource(ends)
      const source = await startFilmSource({ films: 6, series: 3, ends })
      nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, ends)
      owner = await nodes[0]!.createUser({
        sources: [source.source, watchlist.source],
        mediaServer: { users: [{ name: 'Kim' }] },
      })
      const signedIn = await signInApp(nodes[0]!.url, owner)
      ;({ token, userId } = signedIn)
      await listed('Movie')
    }, 60_000)

    afterAll(async () => {
      for (const end of endings.toReversed()) await end()
    })

    beforeEach(async () => {
      await nothingWaits()
      watchlist.tracker.pushes.length = 0
      watchlist.tracker.answers = [{ status: 204 }]
    })

    it('hears of a marked playlist once for each of its titles', async () => {
      const [film] = await listed('Movie')
      const [show] = await listed('Series')
      const { Id } = await ask('POST', '/Playlists', { Name: 'Both', Ids: [show!.Id, film!.Id] })
      for (const [method, event] of [
        ['POST', 'played'],
        ['DELETE', 'unplayed'],
      ] as const) {
        const state = await ask(method, `/UserPlayedItems/${Id}`)
        expect(state).toMatchObject({ Played: event === 'played' })
        await pushed(2)
        await nothingWaits()
        const told = watchlist.tracker.pushes.map(({ path, body }) => {
          const [name] = path.split('/').slice(-1)
          return `${name} ${body.event} ${body.videos?.length}`
        })
        expect(new Set(told)).toEqual(
          new Set([`${filmId(0)}.json ${event} undefined`, `${seriesId(0)}.json ${event} 6`]),
        )
        expect(told).toHaveLength(2)
        watchlist.tracker.pushes.length = 0
      }
      await ask('DELETE', `/Items/${Id}`)
    })

    it('hears when something begins, pauses, goes on and stops', async () => {
      const [film] = await listed('Movie')
      const report = (PositionTicks: number, IsPaused = false) => ({
        ItemId: film!.Id,
        PositionTicks,
        RunTimeTicks: runtimeTicks,
        IsPaused,
      })
      await ask('POST', '/Sessions/Playing', report(0))
      await ask('POST', '/Sessions/Playing/Progress', report(runtimeTicks * 0.1))
      await ask('POST', '/Sessions/Playing/Progress', report(runtimeTicks * 0.2, true))
      await ask('POST', '/Sessions/Playing/Progress', report(runtimeTicks * 0.2))
      await ask('POST', '/Sessions/Playing/Stopped', report(runtimeTicks * 0.95))
      const pushes = await pushed(4)
      expect(pushes.map(({ body }) => body.event)).toEqual(['start', 'pause', 'start', 'stop'])
      const id = filmId(0)
      for (const { path } of pushes) expect(path).toBe(`/key/watch_state/push/movie/${id}.json`)
      expect(pushes[3]!.body).toEqual({
        id: expect.stringMatching(/^[\da-f]{32}$/),
        event: 'stop',
        scope: 'movie',
        at: expect.any(Number),
        metaId: id,
        videoId: id,
        positionMs: 5_130_000,
        durationMs: 5_400_000,
        played: true,
        ids: expect.objectContaining({ imdb: id }),
      })
      expect(Math.abs(pushes[3]!.body.at - Date.now() / 1_000)).toBeLessThan(60)
      expect(pushes[1]!.body).toMatchObject({ played: false, positionMs: 1_080_000 })
      expect(new Set(pushes.map(({ body }) => body.id)).size).toBe(4)
    })

    it('hears of marks: one at once for a whole show, favourites, and what is dropped', async () => {
      const show = (await listed('Series'))[0]!
      await ask('POST', `/UserPlayedItems/${show.Id}`)
      await ask('POST', `/UserFavoriteItems/${show.Id}`)
      await ask('DELETE', `/UserFavoriteItems/${show.Id}`)
      await ask('POST', `/UserItems/${show.Id}/Rating?likes=false`)
      await ask('POST', `/UserItems/${show.Id}/Rating?likes=true`)
      const pushes = await pushed(5)
      const events = pushes.map(({ body }) => body.event)
      expect(events).toEqual(['played', 'watchlisted', 'unwatchlisted', 'dropped', 'undropped'])
      const [played] = pushes
      expect(played!.path).toBe(`/key/watch_state/push/series/${seriesId(0)}.json`)
      expect(played!.body.videos).toHaveLength(6)
      expect(played!.body.videos[5]).toEqual({
        videoId: `${seriesId(0)}:2:3`,
        season: 2,
        episode: 3,
      })
    })

    it('hears of one episode by its numbers', async () => {
      const show = (await listed('Series'))[1]!
      const { Items } = await ask('GET', `/Shows/${show.Id}/Episodes?season=1`)
      await ask('POST', `/UserPlayedItems/${Items[1].Id}`)
      const [push] = await pushed(1)
      expect(push!.path).toBe(`/key/watch_state/push/series/${seriesId(1)}%3A1%3A2.json`)
      expect(push!.body).toMatchObject({
        scope: 'episode',
        metaId: seriesId(1),
        videoId: `${seriesId(1)}:1:2`,
        season: 1,
        episode: 2,
      })
    })

    it('hears the same again when it was away, with the same id, and nobody waits for it', async () => {
      watchlist.tracker.answers = [
        { status: 503, headers: { 'retry-after': '1' } },
        { status: 204 },
      ]
      const film = (await listed('Movie'))[1]!
      const began = performance.now()
      await ask('POST', `/UserPlayedItems/${film.Id}`)
      expect(performance.now() - began).toBeLessThan(1_000)
      const pushes = await pushed(2)
      expect(pushes[1]!.body).toEqual(pushes[0]!.body)
      expect((await nothingWaits())[0]).toMatchObject({ waiting: 0, state: 'CONNECTED' })
    })

    it('is shown with what it did not take', async () => {
      watchlist.tracker.answers = [{ status: 422 }, { status: 204 }]
      const film = (await listed('Movie'))[2]!
      await ask('POST', `/UserPlayedItems/${film.Id}`)
      await pushed(1)
      const found = await until(
        'what the tracker and the history know',
        trackers,
        (list) => list[0]!.givenUp.length > 0,
      )
      expect(found[0]!.givenUp[0]).toMatchObject({
        event: 'PLAYED',
        reason: expect.stringContaining('422'),
      })
    })

    it('keeps what it was told while it lets nobody in, until it is tried again', async () => {
      watchlist.tracker.answers = [{ status: 401 }]
      const film = (await listed('Movie'))[3]!
      await ask('POST', `/UserPlayedItems/${film.Id}`)
      const [refused] = await until(
        'what the tracker and the history know',
        trackers,
        ([one]) => one!.state === 'RECONNECT',
      )
      expect(refused).toMatchObject({ state: 'RECONNECT', waiting: 1 })
      await ask('DELETE', `/UserPlayedItems/${film.Id}`)
      watchlist.tracker.answers = [{ status: 204 }]
      watchlist.tracker.pushes.length = 0
      const { data } = await nodes[0]!.graphql('mutation ($id: ID!) { retryTracker(id: $id) }', {
        headers: { authorization: `MediaBrowser Token="${token}"` },
        variables: { id: refused!.id },
      })
      expect(data).toEqual({ retryTracker: true })
      const pushes = await pushed(2)
      expect(pushes.map(({ body }) => body.event)).toEqual(['played', 'unplayed'])
    })

    it('hears nothing of other users', async () => {
      const client = restClient([nodes[0]!.url])
      const kim = (await client.users(token)).users.find(({ name }) => name === 'Kim')!
      const switched = await client.switchTo(token, kim.id, '')
      const film = (await listed('Movie'))[4]!
      await fetch(`${nodes[0]!.url}/UserPlayedItems/${film.Id}`, {
        method: 'POST',
        headers: { 'x-emby-token': switched.token },
      })
      await ask('POST', `/UserPlayedItems/${film.Id}`)
      await pushed(1)
      await nothingWaits()
      expect(watchlist.tracker.pushes).toHaveLength(1)
    })

    it('is asked what it knows, which is taken in, not told back, and taken out again', async () => {
      const client = restClient([nodes[0]!.url])
      const film = filmId(5)
      watchlist.tracker.pull = {
        version: 'two',
        watched: {
          movies: [film],
          episodes: [`${seriesId(2)}:1:1`],
          counts: { [seriesId(2)]: { watched: 1 } },
        },
        items: [
          {
            type: 'series',
            metaId: seriesId(2),
            videoId: `${seriesId(2)}:1:2`,
            positionMs: 600_000,
            durationMs: 5_400_000,
            at: Math.floor(Date.now() / 1_000) - 100,
          },
        ],
        watchlist: [{ type: 'movie', metaId: filmId(4) }],
      }
      const again = async () => {
        const { id } = (await trackers())[0]!
        await nodes[0]!.graphql('mutation ($id: ID!) { retryTracker(id: $id) }', {
          headers: { authorization: `MediaBrowser Token="${token}"` },
          variables: { id },
        })
      }
      const imported = async () => {
        const { items } = await client.history(token, { limit: 500, userId })
        return items
          .filter(({ origin }) => origin === 'import')
          .map(({ itemKey, tracker, played, positionMs }) => [itemKey, tracker, played, positionMs])
      }
      await again()
      const expected = [
        [`${seriesId(2)}:1:1`, 'Watchlist', true, 0],
        [`${seriesId(2)}:1:2`, 'Watchlist', false, 600_000],
        [film, 'Watchlist', true, 0],
      ]
      const byKey = (list: readonly (readonly unknown[])[]) =>
        list.toSorted(([a], [b]) => String(a).localeCompare(String(b)))
      const sorted = async () => byKey(await imported())
      expect(
        await until('what the tracker and the history know', sorted, (list) => list.length === 3),
      ).toEqual(byKey(expected))
      const wanted = async () => {
        const { items } = await client.history(token, { limit: 500, userId })
        return items.find(({ itemKey }) => itemKey === filmId(4))?.favorite
      }
      expect(
        await until(
          'what the tracker and the history know',
          wanted,
          (favorite) => favorite === true,
        ),
      ).toBe(true)
      expect(watchlist.tracker.pushes).toEqual([])

      // What was cleared does not come back.
      await client.clear(token, userId, [film])
      await again()
      await until(
        'what the tracker and the history know',
        () => watchlist.tracker.pulls.at(-1),
        (search) => search === '?since=two',
      )
      expect(await sorted()).toEqual(byKey(expected.slice(0, 2)))

      // Without a word of what was watched nothing changes; an empty list takes it all out.
      watchlist.tracker.pull = { version: 'three' }
      await again()
      await until(
        'what the tracker and the history know',
        async () => watchlist.tracker.pulls.filter((search) => search === '?since=two').length,
        (count) => count >= 2,
      )
      expect(await sorted()).toEqual(byKey(expected.slice(0, 2)))
      watchlist.tracker.pull = { version: 'four', watched: { movies: [], episodes: [] } }
      await until(
        'what the tracker and the history know',
        async () => {
          await again()
          return imported()
        },
        (list) => list.length === 0,
      )
      expect(await imported()).toEqual([])
      const { items: left } = await client.history(token, { limit: 500, userId })
      expect(left.some(({ origin, played }) => origin === 'local' && played)).toBe(true)
    })

    it('is none that the configuration switches off', async () => {
      const { body } = await nodes[0]!.request('/api/v1/user', { auth: owner })
      const { userData } = body.data
      const id = userData.sources[1].id ?? '#2'
      await nodes[0]!.request('/api/v1/user', {
        method: 'PUT',
        auth: owner,
        json: { config: { ...userData, trackers: [{ id, type: 'source', enabled: false }] } },
      })
      expect(await trackers()).toEqual([])
      watchlist.tracker.pushes.length = 0
      const film = (await listed('Movie'))[0]!
      await ask('POST', `/UserPlayedItems/${film.Id}`)
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(watchlist.tracker.pushes).toEqual([])
    })
  })
})
