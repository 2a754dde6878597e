import { describe, expect, it } from 'vitest'
import { ageOf, ageOfTitle } from '../../src/model/certification.ts'

const ratings: readonly (readonly [age: number | null, country: string, names: string])[] = [
  [0, 'United States', 'G, TV-G, TV-Y, us/G, Rated G, G - All Ages'],
  [7, 'United States', 'TV-Y7, TV-Y7-FV'],
  [10, 'United States', 'PG, TV-PG, Approved, Rated PG'],
  [13, 'United States', 'PG-13, pg-13, us/PG-13, Rated PG-13'],
  [14, 'United States', 'TV-14'],
  [
    17,
    'United States',
    'US:R, us/R, US-R, US_R, us R, USA: R, United States:R, TV-MA, TVMA, TV-MA-LSV, US-TV-MA',
  ],
  [14, 'United States', 'TV-14-V, TV-14-DLSV'],
  [
    18,
    'no country that is named',
    'Rx - Hentai, X-Rated, R (Restricted), Restricted, Adults Only, Banned, RC, S, Unrated / NC-17',
  ],
  [
    17,
    'no country that is named, as in America',
    'R, R+, R+ - Mild Nudity, R-Rated, Rated R for violence, R-CA, R/NR, R / PG, PG-13 (was R)',
  ],
  [18, 'several, the highest', '18/16, 10-18, A/U, NC-17 for x, 12/18, 16 or 18'],
  [17, 'no country, the highest', 'M, TV-M'],
  [12, 'no country, the highest', 'B'],
  [18, 'United States', 'NC-17, X'],
  [0, 'United Kingdom', 'U, gb/U'],
  [12, 'United Kingdom', '12, 12A, GB-12A'],
  [15, 'United Kingdom', '15'],
  [18, 'United Kingdom', '18, R18'],
  [0, 'Germany', 'FSK 0, FSK-0, DE/0'],
  [6, 'Germany', 'FSK 6, ab 6, DE-6'],
  [16, 'Germany', 'FSK 16, FSK16, DE:16'],
  [0, 'France', 'TP, Tous publics'],
  [12, 'France', '-12, 12 ans'],
  [0, 'Spain', 'APTA, TP, A/0'],
  [16, 'Spain', 'ES/16, 16+'],
  [0, 'Italy', 'T'],
  [14, 'Italy', 'VM14, V.M. 14'],
  [0, 'Netherlands', 'AL'],
  [9, 'Netherlands', '9'],
  [0, 'Sweden', 'Btl'],
  [11, 'Sweden', '11, Från 11 år'],
  [0, 'Denmark and Norway', 'dk/A, no/A'],
  [7, 'Finland', 'K-7, K7'],
  [6, 'Portugal', 'M/6'],
  [0, 'Brazil', 'L, Livre, br/L'],
  [14, 'Brazil', '14, A14'],
  [12, 'Mexico', 'mx/B'],
  [15, 'Mexico', 'B15, B-15'],
  [0, 'Argentina', 'ATP'],
  [13, 'Argentina', 'SAM13, SAM 13'],
  [15, 'Australia', 'AU-M, au/M, MA15+, au/MA 15+'],
  [18, 'Australia', 'au/R, R18+'],
  [16, 'New Zealand', 'nz/M, R16'],
  [14, 'Canada', '14A, ca/14+'],
  [18, 'Canada', 'ca/R, ca-R, 18A'],
  [12, 'India', 'UA, U/A, U/A 12+'],
  [18, 'India', 'in/A, IN-A, A'],
  [12, 'Japan', 'PG12'],
  [15, 'Japan', 'R15+'],
  [19, 'South Korea', '19, 19+'],
  [18, 'South Korea', '청소년관람불가, 청소년 관람불가'],
  [18, 'Germany', 'Keine Jugendfreigabe, FSK: Keine Jugendfreigabe'],
  [0, 'South Korea', 'ALL, 전체관람가'],
  [18, 'Hong Kong', 'III, HK-III'],
  [15, 'Hong Kong', 'IIB'],
  [16, 'Singapore', 'NC16'],
  [21, 'Singapore', 'R21'],
  [6, 'Russia', '6+'],
  [
    null,
    'nowhere',
    'NR, Not Rated, Not Rated (NR), Unrated, N/A, , ???, 1999, 99, 22+, de/NR, Fun for all',
  ],
]

describe('The age of a rating', () => {
  it.each(ratings)('is %s in %s for %s', (age, _country, names) => {
    expect(names.split(', ').map((name) => [name, ageOf(name)])).toEqual(
      names.split(', ').map((name) => [name, age]),
    )
  })

  it('is the highest where countries differ and none is named', () => {
    expect(ageOf('A')).toBe(18)
    expect(ageOf('dk/A')).toBe(0)
  })

  it('is the highest of a list', () => {
    expect(ageOf('PG-13, R')).toBe(17)
    expect(ageOf('TV-MA, TV-14')).toBe(17)
    expect(ageOf(`PG, ${'G, '.repeat(40)}R`)).toBe(17)
  })

  it('is that of an adult for a title whose rating nobody understands', () => {
    const said = ['22+', '1999', 'Hentai', 'Hentai for all', 'Indiziert', 'de/BPjM']
    expect(said.map(ageOfTitle)).toEqual(said.map(() => 18))
    const none = ['', '-', '???', 'NR', 'Not Rated (NR)', 'N/A', 'de/NR', 'Unrated']
    expect(none.map(ageOfTitle)).toEqual(none.map(() => null))
    expect(ageOfTitle('us/PG-13')).toBe(13)
  })
})
