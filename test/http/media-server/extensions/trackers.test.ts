import { describe, expect, it } from 'vitest'
import { filmId, seriesId } from '../../../support/film-source.ts'
import { restClient } from '../../../support/extension-client.ts'
import { serviceTargets } from '../../../support/service-targets.ts'
import { trackedHousehold } from '../../../support/tracked-household.ts'
import { until } from '../../../support/until.ts'

const runtimeTicks = 54_000_000_000

describe.each(serviceTargets)('A tracker that is a source, of $name,', ({ skip, start }) => {
  describe.skipIf(skip)('of the first user', () => {
    const { stage, ask, listed, pushed, trackers, retry, nothingWaits } = trackedHousehold(start)

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
        const told = stage.watchlist.tracker.pushes.map(({ path, body }) => {
          const [name] = path.split('/').slice(-1)
          return `${name} ${body.event} ${body.videos?.length}`
        })
        expect(new Set(told)).toEqual(
          new Set([`${filmId(0)}.json ${event} undefined`, `${seriesId(0)}.json ${event} 6`]),
        )
        expect(told).toHaveLength(2)
        stage.watchlist.tracker.pushes.length = 0
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
      stage.watchlist.tracker.answers = [
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
      stage.watchlist.tracker.answers = [{ status: 422 }, { status: 204 }]
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
        codedReason: {
          code: 'TRACKER_ANSWERED',
          values: expect.arrayContaining([{ name: 'status', text: '422' }]),
        },
      })
    })

    it('keeps what it was told while it lets nobody in, until it is tried again', async () => {
      stage.watchlist.tracker.answers = [{ status: 401 }]
      const film = (await listed('Movie'))[3]!
      await ask('POST', `/UserPlayedItems/${film.Id}`)
      const [refused] = await until(
        'what the tracker and the history know',
        trackers,
        ([one]) => one!.state === 'RECONNECT',
      )
      expect(refused).toMatchObject({ state: 'RECONNECT', waiting: 1 })
      await ask('DELETE', `/UserPlayedItems/${film.Id}`)
      stage.watchlist.tracker.answers = [{ status: 204 }]
      stage.watchlist.tracker.pushes.length = 0
      expect(await retry(refused!.id)).toEqual({ retryTracker: true })
      const pushes = await pushed(2)
      expect(pushes.map(({ body }) => body.event)).toEqual(['played', 'unplayed'])
    })

    it('hears nothing of other users', async () => {
      const client = restClient([stage.nodes[0]!.url])
      const kim = (await client.users(stage.token)).users.find(({ name }) => name === 'Kim')!
      const switched = await client.switchTo(stage.token, kim.id, '')
      const film = (await listed('Movie'))[4]!
      await fetch(`${stage.nodes[0]!.url}/UserPlayedItems/${film.Id}`, {
        method: 'POST',
        headers: { 'x-emby-token': switched.token },
      })
      await ask('POST', `/UserPlayedItems/${film.Id}`)
      await pushed(1)
      await nothingWaits()
      expect(stage.watchlist.tracker.pushes).toHaveLength(1)
    })

    it('is none while the configuration switches it off, and hears nothing of that time', async () => {
      const { body } = await stage.nodes[0]!.request('/api/v1/user', { auth: stage.owner })
      const { userData } = body.data
      const id = userData.sources[1].id ?? '#2'
      const save = (config: object) =>
        stage.nodes[0]!.request('/api/v1/user', {
          method: 'PUT',
          auth: stage.owner,
          json: { config },
        })
      await save({ ...userData, trackers: [{ id, type: 'source', enabled: false }] })
      expect(await trackers()).toEqual([])
      stage.watchlist.tracker.pushes.length = 0
      const [before, after] = await listed('Movie')
      await ask('POST', `/UserPlayedItems/${before!.Id}`)
      await save(userData)
      await ask('POST', `/UserPlayedItems/${after!.Id}`)
      const pushes = await pushed(1)
      expect(pushes.map(({ body: { metaId } }) => metaId)).toEqual([filmId(1)])
    })
  })
})
