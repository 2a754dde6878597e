const maxName = 400

const extension = /\.(?:mkv|mp4|avi|m4v|ts|m2ts|wmv|mov|webm|mpe?g|flv|iso|strm|ogm|rmvb)$/i
const year = String.raw`(?:19|20)\d\d`
const numbering = String.raw`s\d{1,3}(?:[ ._-]?e\d{1,4})?|\d{1,2}x\d{2,3}|(?<= - )\d{2,4}|(?:season|saison|temporada|series)[ .]\d{1,2}`
const tag =
  '(?:2160|1440|1080|720|576|480|360)[pi]|4k|uhd|blu-?ray|b[dr]-?rip|web-?(?:dl|rip)|web|dvd-?(?:rip|scr|r)?|(?:hd|tv|sat)rip|hdtv|remux|[xh][. ]?26[45]|hevc|avc|av1|xvid'
/** Release names have these and prose rarely does: a year, a season or episode, a technical tag. */
const evidence = new RegExp(
  `(?<=^|[\\s._\\-([])(?:(${year})|(${numbering})|${tag})(?![a-z0-9])`,
  'gi',
)
const closedYear = new RegExp(`[([]${year}|${year}[)\\]]?$`)
const notice =
  /^(?:downloads?|watch|play|stream|server|mirror|link|quality|resolution|click|open|install|source|video|audio) /i
const prose =
  /(?:^|\s)(?:is|are|was|not|your|this|please|available|support(?:ed|s)?|failed|error|could|cannot)(?=[\s.,!]|$)/i
const letter = /\p{L}/u

export function looksLikeRelease(line: string): boolean {
  if (line.length < 3 || line.length > maxName) return false
  if (hasVideoExtension(line)) return true

  let title: string | null = null
  let years = 0
  let numbers = 0
  let tags = 0
  for (const match of line.matchAll(evidence)) {
    // A leading year is the title, as in `1917.2019.1080p`.
    if (match[1] !== undefined && match.index === 0) continue
    title ??= line.slice(0, match.index)
    if (match[1] !== undefined) years += 1
    else if (match[2] !== undefined) numbers += 1
    else tags += 1
  }
  const spaced = line.includes(' ')
  if (title === null) return false
  if (years + numbers > 0 && tags > 0) return true
  if (!letter.test(title)) return false
  if (!spaced || numbers > 0) return true
  return !notice.test(line) && !prose.test(line) && (tags > 1 || closedYear.test(line))
}

export function holdsTag(text: string): boolean {
  for (const match of text.matchAll(evidence)) {
    if (match[1] === undefined && match[2] === undefined) return true
  }
  return false
}

export function hasVideoExtension(name: string): boolean {
  return extension.test(name.length > 8 ? name.slice(-8) : name)
}
