import { describe, expect, it } from 'vitest'
import { filmId, seriesId } from '../../../support/film-source.ts'
import { restClient } from '../../../support/extension-client.ts'
import { serviceTargets } from '../../../support/service-targets.ts'
import { trackedHousehold } from '../../../support/tracked-household.ts'
import { until } from '../../../support/until.ts'

describe.each(serviceTargets)('A tracker that is a source, of $name,', ({ skip, start }) => {
  describe.skipIf(skip)('of the first user', () => {
    const { stage, ask, listed, pushed, trackers, retry, nothingWaits } = trackedHousehold(start)

    it('is asked what it knows, which is taken in, not told back, and taken out again', async () => {
      const client = restClient([stage.nodes[0]!.url])
      const film = filmId(5)
      await ask('POST', `/UserPlayedItems/${(await listed('Movie'))[4]!.Id}`)
      await pushed(1)
      await nothingWaits()
      stage.watchlist.tracker.pushes.length = 0
      stage.watchlist.tracker.pull = {
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
      const again = async () => retry((await trackers())[0]!.id)
      const imported = async () => {
        const { items } = await client.history(stage.token, { limit: 500, userId: stage.userId })
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
        const { items } = await client.history(stage.token, { limit: 500, userId: stage.userId })
        return items.find(({ itemKey }) => itemKey === filmId(4))?.favorite
      }
      expect(
        await until(
          'what the tracker and the history know',
          wanted,
          (favorite) => favorite === true,
        ),
      ).toBe(true)
      expect(stage.watchlist.tracker.pushes).toEqual([])

      // What was cleared does not come back.
      await client.clear(stage.token, stage.userId, [film])
      await again()
      await until(
        'what the tracker and the history know',
        () => stage.watchlist.tracker.pulls.at(-1),
        (search) => search === '?since=two',
      )
      expect(await sorted()).toEqual(byKey(expected.slice(0, 2)))

      // Without a word of what was watched nothing changes; an empty list takes it all out.
      stage.watchlist.tracker.pull = { version: 'three' }
      await again()
      await until(
        'what the tracker and the history know',
        async () =>
          stage.watchlist.tracker.pulls.filter((search) => search === '?since=two').length,
        (count) => count >= 2,
      )
      expect(await sorted()).toEqual(byKey(expected.slice(0, 2)))
      stage.watchlist.tracker.pull = { version: 'four', watched: { movies: [], episodes: [] } }
      await until(
        'what the tracker and the history know',
        async () => {
          await again()
          return imported()
        },
        (list) => list.length === 0,
      )
      expect(await imported()).toEqual([])
      const { items: left } = await client.history(stage.token, {
        limit: 500,
        userId: stage.userId,
      })
      expect(left.some(({ origin, played }) => origin === 'local' && played)).toBe(true)
    })
  })
})
