import { describe, expect, it } from 'vitest'
import { watchedKeyOf, watchedKeysOf, titlesByHistory } from '../../src/library/lookup.ts'
import { libraryTitle } from '../support/library-title.ts'

const film = libraryTitle('Film', { id: 'tmdb:550' })
const series = libraryTitle('Series', { id: 'tmdb:550', type: 'series' })
const other = libraryTitle('Other', { id: 'tt0000001' })
const found = titlesByHistory([other, film, series], ({ identity }) =>
  identity.key === 'tt0000001' ? ['tmdb:9', 'tmdb:550'] : [],
)

describe('A title of the history', () => {
  it('is a film or a series', () => {
    expect(found.get(watchedKeyOf('movie', 'tmdb:550'))).toEqual([film, other])
    expect(found.get(watchedKeyOf('episode', 'tmdb:550'))).toBe(series)
  })

  it('is found by its other ids, unless another has them as its own', () => {
    expect(found.get(watchedKeyOf('movie', 'tmdb:9'))).toBe(other)
    expect(found.get(watchedKeyOf('series', 'tmdb:9'))).toBeUndefined()
  })

  it('is one of all that share its id, in their order', () => {
    const all = Array.from({ length: 5_000 }, (_, index) =>
      libraryTitle(`Film ${index}`, { id: 'tmdb:550' }),
    )
    const same = titlesByHistory(all, () => []).get(watchedKeyOf('movie', 'tmdb:550'))
    expect(same).toEqual(all)
  })

  it('may have an id that is kept as its hash', () => {
    const long = libraryTitle('Long', { id: `x:${'y'.repeat(400)}` })
    const [id] = watchedKeysOf(long, [long.identity.key])
    expect(id).toMatch(/^movie sha256:/)
    expect(titlesByHistory([long], () => []).get(id!)).toBe(long)
  })
})
