import { isoCountries } from '../../../core/iso-countries.ts'
import { isoLanguages } from '../../../core/iso-languages.ts'
import { fixedGet } from '../transport/define-route.ts'
import type { FixedRoute } from '../transport/route.ts'

const byName = (a: { Name: string }, b: { Name: string }): number =>
  a.Name.localeCompare(b.Name, 'en')

/** English names, or else the code. */
function namer(type: 'language' | 'region'): (code: string) => string {
  const names = new Intl.DisplayNames('en', { type })
  return (code) => names.of(code) ?? code
}

function cultures() {
  const nameOf = namer('language')
  return isoLanguages
    .map(({ short, long }) => ({
      Name: nameOf(short),
      DisplayName: nameOf(short),
      TwoLetterISOLanguageName: short,
      ThreeLetterISOLanguageName: long[0],
      ThreeLetterISOLanguageNames: long,
    }))
    .toSorted(byName)
}

function countries() {
  const nameOf = namer('region')
  return isoCountries
    .map(({ short, long }) => ({
      Name: short,
      DisplayName: nameOf(short),
      TwoLetterISORegionName: short,
      ThreeLetterISORegionName: long,
    }))
    .toSorted((a, b) => a.DisplayName.localeCompare(b.DisplayName, 'en'))
}

/** United States ratings by recommended age. */
const ratings: readonly (readonly [score: number, subScore: number, ...names: string[]])[] = [
  [0, 0, 'Approved', 'G', 'TV-G', 'TV-Y'],
  [7, 0, 'TV-Y7'],
  [7, 1, 'TV-Y7-FV'],
  [10, 0, 'PG', 'TV-PG'],
  [13, 0, 'PG-13'],
  [14, 0, 'TV-14'],
  [17, 0, 'R', 'TV-MA'],
  [17, 1, 'NC-17'],
]

function parentalRatings() {
  return [
    { Name: 'Unrated' },
    ...ratings.flatMap(([score, subScore, ...names]) =>
      names.map((Name) => ({ Name, Value: score, RatingScore: { score, subScore } })),
    ),
  ]
}

/** What apps fill their lists of choices with. */
export function localizationRoutes(): readonly FixedRoute[] {
  const all = {
    cultures: cultures(),
    countries: countries(),
    ratings: parentalRatings(),
    // The service's own texts are English.
    options: [{ Name: 'English', Value: 'en-US' }],
  }
  return [
    fixedGet('/Localization/Cultures', () => all.cultures),
    fixedGet('/Localization/Countries', () => all.countries),
    fixedGet('/Localization/ParentalRatings', () => all.ratings),
    fixedGet('/Localization/Options', () => all.options),
  ]
}
