import { isoCountries } from '../../../core/iso-countries.ts'
import { isoLanguages } from '../../../core/iso-languages.ts'
import { ageOf } from '../../../model/certification.ts'
import { fixedGet } from '../transport/define-route.ts'
import type { FixedRoute } from '../transport/route.ts'

const byName = (a: { Name: string }, b: { Name: string }): number =>
  a.Name.localeCompare(b.Name, 'en')

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

/** Of many countries; each is one of the ages by which a user's limits count. */
const ratings =
  'G U TV-G TV-Y FSK-0 TV-Y7 TV-Y7-FV 6+ FSK-6 PG TV-PG Approved 12+ 12A UA FSK-12 PG-13 TV-14 15 M R15+ 16+ FSK-16 NC16 R TV-MA 18+ FSK-18 NC-17 R18+ X R21'

function parentalRatings() {
  const rated = ratings.split(' ').map((name) => ({ name, score: ageOf(name)! }))
  return [
    { Name: 'Unrated' },
    ...rated
      .toSorted((a, b) => a.score - b.score)
      .map(({ name, score }) => ({
        Name: name,
        Value: score,
        RatingScore: { score, subScore: 0 },
      })),
  ]
}

/** Put together for the first who asks: names of all countries take long. */
function listed(path: string, read: () => readonly object[]): FixedRoute {
  let list: readonly object[] | undefined
  return fixedGet(path, () => (list ??= read()))
}

// The service's own texts are English.
const options = [{ Name: 'English', Value: 'en-US' }]

export const localizationRoutes: readonly FixedRoute[] = [
  listed('/Localization/Cultures', cultures),
  listed('/Localization/Countries', countries),
  listed('/Localization/ParentalRatings', parentalRatings),
  fixedGet('/Localization/Options', () => options),
]
