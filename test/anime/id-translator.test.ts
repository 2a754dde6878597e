import { describe, expect, it } from 'vitest'
import { translateMediaId } from '../../src/anime/id-translator.ts'
import { sampleIndex } from '../../src/anime/sample.ts'
import { idSpaces, parseMediaId } from '../../src/model/media-id.ts'

const index = sampleIndex()

function translated(raw: string, type: string, wanted = idSpaces): string[] {
  return translateMediaId(index, parseMediaId(raw), type, wanted).map((id) => id.raw)
}

describe('an upstream id in other spaces', () => {
  it.each([
    {
      title: 'an episode of a split season',
      id: 'kitsu:44240:3',
      type: 'series',
      others: [
        'tt2560140:4:19',
        'tmdb:1429:4:19',
        'tvdb:267440:4:19',
        'mal:48583:3',
        'anilist:131681:3',
        'anidb:16177:3',
      ],
    },
    {
      title: 'the same by IMDb',
      id: 'tt2560140:4:19',
      type: 'series',
      others: [
        'tmdb:1429:4:19',
        'tvdb:267440:4:19',
        'kitsu:44240:3',
        'mal:48583:3',
        'anilist:131681:3',
        'anidb:16177:3',
      ],
    },
    {
      title: 'a film',
      id: 'tmdb:129',
      type: 'movie',
      others: ['tt0245429', 'kitsu:176', 'mal:199', 'anilist:199', 'anidb:112'],
    },
    {
      title: 'a film that its show counts among its specials',
      id: 'kitsu:2',
      type: 'movie',
      others: ['tt0275277', 'tmdb:11299', 'tvdb:76885:0:3', 'mal:5', 'anilist:5', 'anidb:219'],
    },
    { title: 'an unknown id', id: 'kitsu:999999:1', type: 'series', others: [] },
    { title: 'an opaque id', id: 'made-up', type: 'series', others: [] },
    { title: 'a number of the other kind', id: 'tmdb:129', type: 'series', others: [] },
  ])('$title: $id', ({ id, type, others }) => {
    expect(translated(id, type)).toEqual(others)
  })

  it('comes only in the wanted spaces', () => {
    expect(translated('mal:1535:7', 'series', ['imdb', 'mal'] as never)).toEqual(['tt0877057:1:7'])
  })

  it('can be read back as what it says', () => {
    for (const id of translateMediaId(index, parseMediaId('mal:5114:64'), 'series', idSpaces)) {
      expect(parseMediaId(id.raw)).toEqual(id)
    }
  })
})
