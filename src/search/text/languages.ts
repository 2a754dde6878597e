import type { Language } from '../../model/vocabulary.ts'

const table: readonly (readonly [name: Language, words: string, countries: string])[] = [
  ['English', 'en eng', 'GB US AU NZ IE CA'],
  ['Japanese', 'ja jpn jap jp', 'JP'],
  ['Korean', 'ko kor', 'KR'],
  ['Chinese', 'zh chi zho chs cht mandarin cantonese', 'CN TW HK SG'],
  ['French', 'fr fra fre vf vff français', 'FR'],
  ['German', 'de ger deu deutsch', 'DE AT'],
  ['Italian', 'it ita italiano', 'IT'],
  ['Spanish', 'es spa esp castellano español', 'ES'],
  ['Latino', 'lat es-419 es-mx latam', 'MX AR CO CL PE VE UY EC'],
  ['Portuguese', 'pt por', 'PT'],
  ['Portuguese (Brazil)', 'pt-br pob brazilian', 'BR'],
  ['Russian', 'ru rus', 'RU'],
  ['Ukrainian', 'uk ukr', 'UA'],
  ['Polish', 'pl pol', 'PL'],
  ['Dutch', 'nl dut nld', 'NL BE'],
  ['Swedish', 'sv swe', 'SE'],
  ['Norwegian', 'no nor', 'NO'],
  ['Danish', 'da dan', 'DK'],
  ['Finnish', 'fi fin', 'FI'],
  ['Icelandic', 'is ice isl', 'IS'],
  ['Turkish', 'tr tur', 'TR'],
  ['Greek', 'el gre ell', 'GR'],
  ['Hungarian', 'hu hun', 'HU'],
  ['Czech', 'cs cze ces', 'CZ'],
  ['Slovak', 'sk slo slk', 'SK'],
  ['Slovenian', 'sl slv', 'SI'],
  ['Croatian', 'hr hrv', 'HR'],
  ['Serbian', 'sr srp', 'RS'],
  ['Bosnian', 'bs bos', 'BA'],
  ['Macedonian', 'mk mac mkd', 'MK'],
  ['Albanian', 'sq alb sqi', 'AL'],
  ['Romanian', 'ro rum ron', 'RO MD'],
  ['Bulgarian', 'bg bul', 'BG'],
  ['Lithuanian', 'lt lit', 'LT'],
  ['Latvian', 'lv lav', 'LV'],
  ['Estonian', 'et est', 'EE'],
  ['Georgian', 'ka geo kat', 'GE'],
  ['Hebrew', 'he heb', 'IL'],
  ['Arabic', 'ar ara', 'SA AE EG IQ MA DZ TN LB SY JO KW QA'],
  ['Persian', 'fa per fas farsi', 'IR'],
  ['Hindi', 'hi hin', 'IN'],
  ['Tamil', 'ta tam', ''],
  ['Telugu', 'te tel', ''],
  ['Malayalam', 'ml mal', ''],
  ['Kannada', 'kn kan', ''],
  ['Bengali', 'bn ben', 'BD'],
  ['Marathi', 'mr mar', ''],
  ['Gujarati', 'gu guj', ''],
  ['Punjabi', 'pa pan', ''],
  ['Urdu', 'ur urd', 'PK'],
  ['Thai', 'th tha', 'TH'],
  ['Vietnamese', 'vi vie', 'VN'],
  ['Indonesian', 'id ind', 'ID'],
  ['Malay', 'ms may msa', 'MY'],
  ['Filipino', 'tl fil tgl tagalog', 'PH'],
  ['Catalan', 'ca cat', ''],
  ['Basque', 'eu baq eus', ''],
  ['Galician', 'gl glg', ''],
]

const mixtures: Readonly<Record<string, Language>> = {
  multi: 'Multi',
  'multi audio': 'Multi',
  'multi-audio': 'Multi',
  'multi language': 'Multi',
  'multi lang': 'Multi',
  'dual audio': 'Dual Audio',
  'dual-audio': 'Dual Audio',
  dual: 'Dual Audio',
  dubbed: 'Dubbed',
  dub: 'Dubbed',
}

const names = new Map(table.map(([name]) => [name.toLowerCase(), name]))
const mixtureNames = new Map(Object.entries(mixtures))
const codes = new Map(
  table.flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
)
const countries = new Map(
  table.flatMap(([name, , list]) =>
    list
      .split(' ')
      .filter(Boolean)
      .map((country) => [country, name] as const),
  ),
)

export function languageOfCountry(country: string): string | null {
  return countries.get(country) ?? null
}

export function languageOfName(word: string): string | null {
  return names.get(word) ?? mixtureNames.get(word) ?? null
}

/** Also accepts codes. Only for text known to list languages, because codes are words too. */
export function languageOfCode(word: string): string | null {
  return languageOfName(word) ?? codes.get(word) ?? null
}
