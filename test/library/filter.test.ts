import { describe, expect, it } from 'vitest'
import { factsOfTitle } from '../../src/library/facts.ts'
import { createFilter, nameMatch } from '../../src/library/filter.ts'
import { similarTitles } from '../../src/library/similar.ts'
import { everything } from '../../src/model/item-query.ts'
import type { ItemQuery } from '../../src/model/item-query.ts'
import { libraryTitle } from '../support/library-title.ts'

const person = { name: 'Ada Actor', role: null, image: null, kind: 'actor' } as never
const titles = [
  libraryTitle('The Élite 2', {
    genres: ['Science Fiction'],
    year: 2001,
    rating: 7,
    certification: 'PG-13',
    studios: ['Acme'],
    people: [person],
  }),
  libraryTitle('Zebra', {
    type: 'series',
    genres: ['Drama', 'Comedy'],
    continuing: false,
    rating: 9,
  }),
  libraryTitle('Aardvark', {
    type: 'series',
    genres: ['drama', 'comedy'],
    released: Date.UTC(2010, 0),
  }),
  libraryTitle('Some tape', { type: 'tv' }),
  libraryTitle('21 Spider Men'),
]

function kept(query: Partial<ItemQuery>) {
  const fits = createFilter({ ...everything, ...query })
  return titles.filter((title) => fits(factsOfTitle(title, null))).map(({ meta }) => meta.name)
}

describe('The titles of a library are filtered', () => {
  it.each<[Partial<ItemQuery>, string[]]>([
    [{ kinds: ['movie'] }, ['The Élite 2', '21 Spider Men']],
    [{ kinds: ['video', 'movie'], excludeKinds: ['movie'] }, ['Some tape']],
    [{ genres: ['SCIENCE fiction'] }, ['The Élite 2']],
    [{ genres: ['Comedy', 'Western'] }, ['Zebra', 'Aardvark']],
    [{ years: [1999, 2001] }, ['The Élite 2']],
    [{ certifications: ['pg-13'] }, ['The Élite 2']],
    [{ studios: ['ACME'] }, ['The Élite 2']],
    [{ people: ['ada actor'] }, ['The Élite 2']],
    [{ tags: ['any'] }, []],
    [{ seriesStatus: ['Ended'] }, ['Zebra']],
    [{ seriesStatus: ['Continuing'] }, ['Aardvark']],
    [{ minRating: 7.5 }, ['Zebra']],
    [{ premieredFrom: Date.UTC(2005, 0) }, ['Aardvark']],
    [{ premieredTo: Date.UTC(2005, 0) }, ['The Élite 2']],
    [{ nameStartsWith: 'The e' }, ['The Élite 2']],
    [{ nameFrom: 'z' }, ['Zebra']],
    [{ nameBefore: 'b' }, ['Aardvark', '21 Spider Men']],
    [{ nameStartsWith: '2' }, ['21 Spider Men']],
    [{ nameStartsWith: '21 SPI' }, ['21 Spider Men']],
    [{ search: 'elite' }, ['The Élite 2']],
    [{ search: 'TAPE some' }, ['Some tape']],
    [{ search: 'spider-men' }, ['21 Spider Men']],
    [{ genres: ['drama'], minRating: 8 }, ['Zebra']],
  ])('%j', (query, expected) => {
    expect(kept(query)).toEqual(expected)
  })

  it('by every word of a search', () => {
    expect(nameMatch('some zebra')(titles[3]!)).toBe(false)
  })
})

describe('Similar titles', () => {
  const film = libraryTitle('Film', { genres: ['Drama', 'Crime'] })
  const one = libraryTitle('One', { genres: ['Drama'], rating: 9 })
  const both = libraryTitle('Both', { genres: ['crime', 'drama'], rating: 1 })
  const better = libraryTitle('Better', { genres: ['Crime', 'Drama'], rating: 5 })
  const other = libraryTitle('Other', { genres: ['Western'] })
  const show = libraryTitle('Show', { type: 'series', genres: ['Drama', 'Crime'] })

  it('share the most genres, the best rated first, and are of the same kind', () => {
    const all = [film, one, both, better, other, show]
    expect(similarTitles(film, all, 10)).toEqual([better, both, one])
    expect(similarTitles(film, all, 1)).toEqual([better])
    expect(similarTitles(libraryTitle('Plain'), all, 10)).toEqual([])
  })
})
