import { describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../../../src/cache/memory.ts'
import type { EpisodeMarks } from '../../../../src/model/filler.ts'
import { parseMediaId } from '../../../../src/model/media-id.ts'
import { createFillers } from '../../../../src/services/library/titles/fillers.ts'
import { animeServices } from '../../../support/anime-service.ts'
import { sourceMeta, sourceVideo } from '../../../support/source-meta.ts'

it('Episodes stay unmarked while the anime database cannot be asked', async () => {
  const fillers = createFillers({
    source: async () => ({ filler: [1], recap: [] }),
    stored: createMemoryCache({ maxBytes: 2 ** 20 }),
    translators: [
      {
        async translate() {
          throw new Error('the database is being replaced')
        },
      },
    ],
  })
  const meta = sourceMeta({ id: 'tt0388629', type: 'series', videos: [sourceVideo()] })
  expect(await fillers.mark(meta, 'series')).toBe(meta)
})

const days = 86_400_000
const { service } = animeServices()

/** What is marked of these videos, with the sample's anime lists. */
async function markedOf(ids: readonly string[], marks: Readonly<Record<string, EpisodeMarks>>) {
  const anime = service()
  await anime.useSample()
  const asked: string[] = []
  const kept = new Map<string, number>()
  const cache = createMemoryCache({ maxBytes: 2 ** 20 })
  const fillers = createFillers({
    async source(malId) {
      asked.push(malId)
      return marks[malId] ?? { filler: [], recap: [] }
    },
    stored: {
      ...cache,
      async set(key, value, ttlMs) {
        kept.set(key, ttlMs)
        await cache.set(key, value, ttlMs)
      },
    },
    translators: [anime.idTranslator],
  })
  const videos = ids.map((id) => {
    const { season, episode } = parseMediaId(id)
    return sourceVideo({ id, season: season ?? 1, episode })
  })
  const meta = sourceMeta({ id: ids[0]!.split(':')[0]!, type: 'series', videos })
  const marked = await fillers.mark(meta, 'series')
  const shown = Object.fromEntries(
    marked.videos.flatMap(({ id, filler, recap }) =>
      filler || recap ? [[id, filler ? 'filler' : 'recap']] : [],
    ),
  )
  return { shown, asked: asked.toSorted(), kept: Object.fromEntries(kept) }
}

describe('Fillers and recaps are read', () => {
  it('of each entry of the anime database that a series is made of, by its own numbers', async () => {
    const ids = ['1:1', '1:2', '4:1', '4:3', '4:16', '4:17', '4:18'].map(
      (place) => `tt2560140:${place}`,
    )
    const { shown, asked } = await markedOf(ids, {
      16498: { filler: [2], recap: [] },
      40028: { filler: [3], recap: [16] },
      48583: { filler: [1], recap: [2] },
    })
    expect(asked).toEqual(['16498', '40028', '48583'])
    expect(shown).toEqual({
      'tt2560140:1:2': 'filler',
      'tt2560140:4:3': 'filler',
      'tt2560140:4:16': 'recap',
      'tt2560140:4:17': 'filler',
      'tt2560140:4:18': 'recap',
    })
  })

  it('of an entry that counts through the seasons of a series', async () => {
    const ids = ['1:8', '2:1', '2:2', '3:1'].map((place) => `tvdb:81797:${place}`)
    const { shown, asked } = await markedOf(ids, { 21: { filler: [9, 31], recap: [10] } })
    expect(asked).toEqual(['21'])
    expect(shown).toEqual({
      'tvdb:81797:2:1': 'filler',
      'tvdb:81797:2:2': 'recap',
      'tvdb:81797:3:1': 'filler',
    })
  })

  it.each(['kitsu:7442', 'mal:16498', 'anilist:16498', 'anidb:9541'])(
    'of an entry that the source names as %s',
    async (entry) => {
      const ids = [1, 2, 3].map((episode) => `${entry}:${episode}`)
      const { shown, asked } = await markedOf(ids, { 16498: { filler: [2], recap: [3] } })
      expect(asked).toEqual(['16498'])
      expect(shown).toEqual({ [`${entry}:2`]: 'filler', [`${entry}:3`]: 'recap' })
    },
  )

  it('once in 21 days, and once in two days where there are none yet', async () => {
    const { kept } = await markedOf(['mal:16498:1', 'mal:1535:1', 'mal:21:1'], {
      16498: { filler: [2], recap: [] },
      1535: { filler: [], recap: [3] },
    })
    expect(kept).toEqual({
      'fillers:16498': 21 * days,
      'fillers:1535': 21 * days,
      'fillers:21': 2 * days,
    })
  })
})
