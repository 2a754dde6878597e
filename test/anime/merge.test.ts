import { describe, expect, it } from 'vitest'
import { sourceBit } from '../../src/anime/entry.ts'
import { mergeFeeds } from '../../src/anime/merge.ts'
import type { Feed } from '../../src/anime/merge.ts'
import type { AnimeRecord } from '../../src/anime/sources/record.ts'

function merged(...feeds: readonly Feed[]) {
  const { entries, conflicts } = mergeFeeds(feeds)
  return {
    conflicts,
    entries: entries.map(({ ids, ...rest }) => ({
      ids: Object.fromEntries(Object.entries(ids).map(([type, { value }]) => [type, value])),
      ...rest,
    })),
  }
}

function fribb(...records: AnimeRecord[]): Feed {
  return { source: 'fribb', records }
}

function kometa(...records: AnimeRecord[]): Feed {
  return { source: 'kometa', records }
}

describe('entries of different lists are one', () => {
  it('where they share an id that names one entry', () => {
    const { entries } = merged(
      fribb({ ids: { malId: 1, kitsuId: 2 } }),
      kometa({ ids: { malId: 1, anidbId: 3 } }),
    )
    expect(entries.map(({ ids }) => ids)).toEqual([{ malId: 1, kitsuId: 2, anidbId: 3 }])
  })

  it.each<[string, Partial<AnimeRecord>]>([
    ['an IMDb id', { imdb: ['tt0000001'] }],
    ['a TVDB id', { tvdb: 5 }],
    ['a TMDB id', { tmdb: [{ kind: 'tv', id: 5 }] }],
    ['a Trakt id', { trakt: [{ kind: 'tv', id: 5 }] }],
  ])('never where they share only %s', (_, shared) => {
    const { entries } = merged(
      fribb({ ids: { malId: 1 }, ...shared }),
      kometa({ ids: { anidbId: 3 }, ...shared }),
    )
    expect(entries).toHaveLength(2)
  })

  it('by most of their ids, where these name several', () => {
    const { entries } = merged(
      fribb({ ids: { malId: 1, anidbId: 1 } }, { ids: { malId: 2, kitsuId: 2, anisearchId: 2 } }),
      {
        source: 'manami',
        records: [{ ids: { anidbId: 1, kitsuId: 2, anisearchId: 2 }, year: 2000 }],
      },
    )
    expect(entries.map(({ year }) => year?.value)).toEqual([undefined, 2000])
  })

  it('by the more telling id, where as many speak for each', () => {
    const { entries } = merged(fribb({ ids: { livechartId: 1 } }, { ids: { anidbId: 2 } }), {
      source: 'manami',
      records: [{ ids: { livechartId: 1, anidbId: 2 }, year: 2000 }],
    })
    expect(entries.map(({ year }) => year?.value)).toEqual([undefined, 2000])
  })
})

describe('an id', () => {
  it('that an entry already has is not replaced by a later list', () => {
    const { entries, conflicts } = merged(
      fribb({ ids: { anidbId: 1, malId: 10 } }),
      kometa({ ids: { anidbId: 1, malId: 11 } }),
    )
    expect(entries[0]?.ids).toEqual({ anidbId: 1, malId: 10 })
    expect(conflicts).toEqual([
      {
        entry: 'anidb 1',
        field: 'malId',
        kept: { source: 'fribb', value: '10' },
        other: { source: 'kometa', value: '11' },
        outcome: 'refused',
      },
    ])
  })

  it('is never given to two entries', () => {
    const { entries, conflicts } = merged(
      fribb({ ids: { anidbId: 1 } }, { ids: { malId: 11 } }),
      kometa({ ids: { anidbId: 1, malId: 11 } }),
    )
    expect(entries.map(({ ids }) => ids)).toEqual([{ anidbId: 1 }, { malId: 11 }])
    expect(conflicts).toMatchObject([{ field: 'malId', kept: { value: 'of mal 11' } }])
  })

  it('makes an entry only where something can be asked for', () => {
    expect(merged(fribb({ ids: {}, type: 'TV' })).entries).toEqual([])
    expect(merged(fribb({ ids: {}, tvdb: 5 })).entries).toHaveLength(1)
  })
})

describe('a second file of a list', () => {
  it('fills what the first lacks', () => {
    const { entries } = merged(fribb({ ids: { malId: 1 } }), {
      ...fribb({ ids: { malId: 1, notifyMoeId: 'abc' }, type: 'TV', imdb: ['tt0000001'] }),
      gapsOnly: true,
    })
    expect(entries).toMatchObject([
      {
        ids: { malId: 1, notifyMoeId: 'abc' },
        type: { value: 'TV' },
        imdb: [{ value: 'tt0000001' }],
      },
    ])
  })

  it('changes nothing that the first says', () => {
    const { entries } = merged(
      fribb({ ids: { malId: 1, kitsuId: 2 }, type: 'OVA', tvdb: 5, imdb: ['tt0000001'] }),
      {
        ...fribb({ ids: { malId: 1, kitsuId: 3 }, type: 'TV', tvdb: 6, imdb: ['tt0000002'] }),
        gapsOnly: true,
      },
    )
    expect(entries).toMatchObject([
      { ids: { malId: 1, kitsuId: 2 }, type: { value: 'OVA' }, tvdb: { value: 5 } },
    ])
    expect(entries[0]?.imdb).toHaveLength(1)
  })

  it('does not make ambiguous what the first gives to one entry', () => {
    const { entries } = merged(
      fribb({ ids: { malId: 1 }, imdb: ['tt0000001'] }, { ids: { malId: 2 } }),
      {
        ...fribb({ ids: { malId: 2 }, imdb: ['tt0000001'] }),
        gapsOnly: true,
      },
    )
    expect(entries.map(({ imdb }) => imdb.length)).toEqual([1, 0])
  })
})

describe('where lists disagree', () => {
  it('Anime-Lists is believed on the TVDB show, with its numbering', () => {
    const { entries, conflicts } = merged(
      fribb({ ids: { anidbId: 1 }, tvdb: 5, tvdbNumbering: { season: 1, fromEpisode: 1 } }),
      {
        source: 'animeLists',
        records: [{ ids: { anidbId: 1 }, tvdb: 6, tvdbNumbering: { season: 2, fromEpisode: 7 } }],
      },
    )
    expect(entries[0]?.tvdb).toMatchObject({
      value: 6,
      source: 'animeLists',
      numbering: { value: { season: 2, fromEpisode: 7 }, source: 'animeLists' },
    })
    expect(conflicts).toMatchObject([
      { field: 'thetvdbId', kept: { source: 'animeLists' }, other: { source: 'fribb' } },
    ])
  })

  it('and on where the entry begins in it', () => {
    const show = (season: number) => ({
      ids: { anidbId: 1 },
      tvdb: 5,
      tvdbNumbering: { season, fromEpisode: 1 },
    })
    const { entries, conflicts } = merged(fribb(show(1)), {
      source: 'animeLists',
      records: [show(2)],
    })
    expect(entries[0]?.tvdb?.numbering?.value).toEqual({ season: 2, fromEpisode: 1 })
    expect(conflicts).toMatchObject([{ field: 'tvdb', kept: { source: 'animeLists' } }])
  })

  it('a numbering joins the same show where there was none', () => {
    const { entries } = merged(fribb({ ids: { anidbId: 1 }, tvdb: 5 }), {
      source: 'anitraktTv',
      records: [{ ids: { anidbId: 1 }, tvdb: 5, tvdbNumbering: { season: 3, fromEpisode: 1 } }],
    })
    expect(entries[0]?.tvdb).toMatchObject({
      source: 'fribb',
      numbering: { source: 'anitraktTv', value: { season: 3 } },
    })
  })

  it('a numbering never joins the show of another list', () => {
    const { entries } = merged(
      fribb({ ids: { anidbId: 1 }, tvdb: 5, tvdbNumbering: { season: 3, fromEpisode: 1 } }),
      { source: 'animeLists', records: [{ ids: { anidbId: 1 }, tvdb: 6, tvdbNumbering: null }] },
    )
    expect(entries[0]?.tvdb).toMatchObject({ value: 6, numbering: null })
  })

  it('other IMDb ids stand beside the most trusted one', () => {
    const { entries, conflicts } = merged(
      fribb({ ids: { anidbId: 1, kitsuId: 9 }, imdb: ['tt0000001'] }),
      {
        source: 'kitsuImdb',
        records: [
          {
            ids: { kitsuId: 9 },
            imdb: ['tt0000002'],
            imdbNumbering: { season: 1, fromEpisode: 1 },
          },
        ],
      },
    )
    expect(entries[0]?.imdb.map(({ value }) => value)).toEqual(['tt0000001', 'tt0000002'])
    expect(conflicts).toMatchObject([{ field: 'imdbId', outcome: 'beside' }])
  })

  it('a film’s own number stays with the entry that a better list names', () => {
    const film = { kind: 'movie', id: 7 } as const
    const { entries, conflicts } = merged(
      fribb({ ids: { anidbId: 1 }, tmdb: [film], imdb: ['tt0000001'] }, { ids: { malId: 2 } }),
      {
        source: 'anitraktMovies',
        records: [{ ids: { malId: 2 }, tmdb: [film], imdb: ['tt0000001'] }],
      },
    )
    expect(entries[1]).toMatchObject({ tmdb: [], imdb: [] })
    expect(conflicts).toMatchObject([
      { entry: 'mal 2', field: 'imdbId', kept: { value: 'of anidb 1' } },
      { entry: 'mal 2', field: 'themoviedbId', kept: { value: 'of anidb 1' } },
    ])
  })

  it('titles are taken from the list with the best ones, silently', () => {
    const { entries, conflicts } = merged(
      { source: 'manami', records: [{ ids: { anidbId: 1 }, title: 'Good' }] },
      { source: 'animeLists', records: [{ ids: { anidbId: 1 }, title: 'Other' }] },
    )
    expect(entries[0]?.title?.value).toBe('Good')
    expect(conflicts).toEqual([])
  })
})

it('an entry remembers every list that knows it', () => {
  const { entries } = merged(fribb({ ids: { anidbId: 1 } }), kometa({ ids: { anidbId: 1 } }))
  expect(entries[0]?.sources).toBe(sourceBit('fribb') | sourceBit('kometa'))
})
