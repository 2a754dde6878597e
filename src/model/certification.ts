/** Ages of ratings that do not name theirs, as most countries that use the word mean it. */
const words = {
  0: 'G U E EC TV-G TV-Y ALL ALLE AL TP T TE TOUS TODOS TOUS-PUBLICS APTA APT ATP BTL S L LI LIVRE AA K I FAM SU EIRIN-G GENERAL OAL OHNE-ALTERSBESCHRÄNKUNG 普遍級 전체관람가',
  7: '保護級',
  10: 'PG GP TV-PG APPROVED PASSED P SAM PARENTAL-GUIDANCE',
  12: 'UA IIA',
  15: 'M MA IIB 輔導級',
  16: 'SPG',
  17: 'R TV-MA MATURE',
  18: 'NC-17 X XX XXX RX A AO C D III ADULT ADULTS ADULTS-ONLY RESTRICTED RC BANNED KEINE-JUGENDFREIGABE 限制級 청소년관람불가',
} as const

/** Words that mean something else in one country, by its code. */
const national: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  at: { a: 0 },
  au: { r: 18 },
  br: { a: 0 },
  ca: { r: 18 },
  dk: { a: 0 },
  es: { a: 0 },
  in: { s: 18 },
  mx: { a: 0, b: 12 },
  no: { a: 0 },
  nz: { m: 16, r: 18 },
  ph: { r: 18 },
  us: { m: 17 },
}

/** Country codes in front of ratings. `PG`, `TV`, `NC` and `MA` are countries elsewhere, and ratings here. */
const countries: ReadonlySet<string> = new Set(
  'ar at au be br ca ch cl co cz de dk es fi fr gb gr hk hu id ie il in is it jp kr lt lv mx my nl no nz ph pl pt ro ru se sg th tr tw us za'.split(
    ' ',
  ),
)
const otherNames: Readonly<Record<string, string>> = {
  uk: 'gb',
  usa: 'us',
  unitedstates: 'us',
  unitedkingdom: 'gb',
}

const unrated: ReadonlySet<string> = new Set(
  'nr ur unrated notrated notratedyet norating na none null unknown notyetrated tbd tba pending'.split(
    ' ',
  ),
)

const ages: ReadonlyMap<string, number> = new Map(
  Object.entries(words).flatMap(([age, names]) =>
    names.split(' ').map((name) => [plain(name), Number(age)] as const),
  ),
)

/** Without a country, the highest age of all that use the word counts. `R` is the American rating. */
const highestAges: ReadonlyMap<string, number> = Object.values(national)
  .flatMap((own) => Object.entries(own))
  .reduce(
    (all, [word, age]) => all.set(word, Math.max(age, all.get(word) ?? 0)),
    new Map<string, number>(ages),
  )
  .set('r', 17)

const oldest = 21
const adult = 18
const longest = 500

/** 13 for `PG-13`, 12 for `FSK 12` and `DE/12`, 18 for `VM18`; the highest of several; null where it says no age. */
export function ageOf(certification: string): number | null {
  const { country, own } = split(certification)
  const word = plain(own)
  if (unrated.has(word)) return null
  const known = ageOfWord(country, word)
  if (known !== null) return known
  // Portugal writes `M/12`, and Spain `A/0`.
  if (/^[ma]\/\d{1,2}$/.test(own)) return highestOf(country, own.slice(2))
  // The rest is prose, as in `Rated R for a scene of violence`.
  const prose = own.search(/\sfor\s/)
  return (prose < 0 ? null : highestOf(country, own.slice(0, prose))) ?? highestOf(country, own)
}

/** The age of a title. Ratings that cannot be parsed count as adult; null if it is unrated. */
export function ageOfTitle(certification: string): number | null {
  const age = ageOf(certification)
  if (age !== null) return age
  const parts = partsOf(split(certification).own).map(plain)
  return parts.every((part) => part === '' || unrated.has(part)) || unrated.has(parts.join(''))
    ? null
    : adult
}

/** `us/PG-13`, `DE:12`, `US-R`, `United States: R`. */
function split(certification: string): { readonly country: string | null; readonly own: string } {
  const text = certification.normalize('NFKC').toLowerCase().trim().slice(0, longest)
  const cut = /^([a-z]{2,3}|united (?:states|kingdom))\s?[-_:/ ]\s?/.exec(text)
  const name = plain(cut?.[1] ?? '')
  const country = otherNames[name] ?? name
  if (!cut || !countries.has(country) || unrated.has(plain(text))) {
    return { country: null, own: text }
  }
  return { country, own: text.slice(cut[0].length) }
}

function partsOf(text: string): readonly string[] {
  return text.split(/[/:,;|&()[\]]|\s-\s|\sor\s/)
}

function highestOf(country: string | null, text: string): number | null {
  // The letters after it say why: `TV-MA-LSV`.
  const short = text.replaceAll(/\btv[- ]?(y7|ma|pg|14|g|y)\b(?:[- ][dlsvf]+\b)*/g, 'tv-$1')
  const found = partsOf(short).flatMap((part) => agesOfPart(country, part.trim()))
  return found.length > 0 ? Math.max(...found) : null
}

function agesOfPart(country: string | null, part: string): readonly number[] {
  if (unrated.has(plain(part))) return []
  const whole = ageOfWord(country, plain(part))
  if (whole !== null) return [whole]
  // A word belongs to the number after it: `MA 15+`, `SAM 13`, `R-16`.
  const joined = part.replace(/^rated\s+/, '').replaceAll(/([a-z])[\s-]+(?=\d)/g, '$1')
  // Among other words, `all` and `a` say nothing of the age.
  return joined
    .split(/\s+/)
    .flatMap((token, place) => agesOfToken(country, token).filter((age) => place === 0 || age > 0))
}

function agesOfToken(country: string | null, token: string): readonly number[] {
  const whole = ageOfWord(country, plain(token))
  if (whole !== null) return [whole]
  const numbers = token.match(/(?<!\d)\d{1,2}(?!\d)/g)?.map(Number) ?? []
  if (numbers.length > 0) return numbers.filter((age) => age <= oldest)
  return token.split('-').flatMap((word) => ageOfWord(country, plain(word)) ?? [])
}

function ageOfWord(country: string | null, word: string): number | null {
  if (country === null) return highestAges.get(word) ?? null
  return national[country]?.[word] ?? ages.get(word) ?? null
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
}
