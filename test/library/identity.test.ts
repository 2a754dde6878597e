import { describe, expect, it } from 'vitest'
import { identityOf, keyOfNumber, numberedIdentity } from '../../src/library/identity.ts'
import { readNamed } from '../../src/model/item-names.ts'
import type { SameTitle } from '../../src/library/identity.ts'
import { parseMediaId } from '../../src/model/media-id.ts'

const nobody: SameTitle = () => null

function identity(id: string, type = 'movie', ids = {}, sameTitle = nobody) {
  return identityOf({ id, type, ids }, sameTitle)
}

describe('The identity of a title', () => {
  it('is its IMDb id, wherever that is known', () => {
    const own = { key: 'tt0903747', space: 'imdb', number: 903_747, text: 'tt0903747' }
    expect(identity('tt0903747')).toEqual(own)
    expect(identity('tmdb:1396', 'series', { imdb: 'tt0903747' })).toEqual(own)
    expect(identity('some:thing', 'series', { imdb: 'tt0903747' })).toEqual(own)
  })

  it('is the number of another database where there is no IMDb id', () => {
    expect(identity('kitsu:1376', 'series')).toMatchObject({ space: 'kitsu', number: 1_376 })
  })

  it.each(['tmdb:550', 'tvdb:550'])('tells a film from a series of the same number: %s', (id) => {
    const [film, series] = [identity(id, 'movie'), identity(id, 'series')]
    expect(film.text).not.toBe(series.text)
    expect(identity(id, 'anime')).toEqual(series)
    expect([film.key, series.key]).toEqual([id, id])
    expect(numberedIdentity(film.space, film.number!, 'movie')).toEqual(film)
    expect(numberedIdentity(series.space, series.number!, 'series')).toEqual(series)
  })

  it('is the same for a film and a series in databases that number both together', () => {
    for (const id of ['tt0903747', 'kitsu:1376', 'anidb:1'])
      expect(identity(id, 'movie')).toEqual(identity(id, 'series'))
  })

  it('is its own for each season that an anime database lists as a title', () => {
    const ids = { imdb: 'tt0903747' }
    expect(identity('kitsu:1', 'series', ids).key).not.toBe(identity('kitsu:2', 'series', ids).key)
  })

  it('is what the anime list says it is', () => {
    const whole = parseMediaId('tt0903747')
    expect(identity('kitsu:1376', 'series', {}, () => whole).key).toBe('tt0903747')
  })

  it('is a text where there is no number, or one that is written in another way than ours', () => {
    for (const id of ['yt:UC1', 'tt1', `kitsu:${2 ** 32}`, 'tt0903747:1:2', 'with space']) {
      const found = identity(id, 'channel')
      expect(found).toMatchObject({ key: id, space: 'opaque', number: null })
      expect(readNamed(found.text)).toEqual({ type: 'channel', id })
    }
  })

  it('leads back from the number', () => {
    for (const id of ['tt0000001', 'tt0903747', 'tt12345678', 'mal:5', 'tmdb:603']) {
      const { space, number } = identity(id)
      expect(keyOfNumber(space, number!)).toBe(id)
    }
  })
})
