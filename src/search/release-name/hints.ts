import { letterCase } from './letter-case.ts'
import type { Tag } from './tags.ts'
import { type Token, type Tokens } from './tokens.ts'

/** What ends the title: a technical tag, the year, or a season, episode or date. */
export type TitleEnd = 'tag' | 'year' | 'number'

const webQualities = new Set(['WEB', 'WEB-DL', 'WEBRip', 'HDTV'])
const articles = new Set('the a an la le les el los il der die das un une o os'.split(' '))
const germanReleaseWords = new Set(
  'dl ld md ml ac3d ac3dl eac3d eac3dl dtsd dtshdd dubbed subbed'.split(' '),
)

const isNameOf = ({ kind, grade }: Tag) => kind === 'language' && grade === 'likely'

/** The tag of the phrase that a token belongs to, if it is one. */
function tagAt({ list }: Tokens, index: number): Tag | null {
  const token = list[index]
  return token === undefined || token.role === 'word' ? null : list[token.head]!.tag
}

/** Turns the hints of a name into tags or back into words. */
export type Hints = {
  readonly tokens: Tokens
  readonly from: number
  readonly end: number
  /** Whether the title has no small letters, so that capitals say nothing. */
  readonly isTitleLoud: boolean
}

function settle({ list }: Tokens, head: number, isTag: boolean): void {
  const role = isTag ? 'tag' : 'word'
  for (
    let at = head;
    at < list.length && list[at]!.head === head && list[at]!.role === 'hint';
    at++
  ) {
    list[at]!.role = role
    if (!isTag) list[at]!.head = at
  }
  if (!isTag) list[head]!.tag = null
}

function isLoud({ tokens, isTitleLoud }: Hints, token: Token): boolean {
  if (isTitleLoud) return false
  const written = letterCase(tokens.name, token)
  return written === 'capitals' || written === 'scene'
}

/** Whether the name says German releases' further words behind an index. */
function isGermanRelease({ tokens: { list }, end }: Hints, index: number): boolean {
  for (let at = index; at < end; at++) if (germanReleaseWords.has(list[at]!.text)) return true
  return false
}

/** Whether the name has a quality among its sure tags. */
function hasQuality({ tokens: { list }, end, from }: Hints): boolean {
  for (let at = from; at < end; at++) {
    const { tag, role } = list[at]!
    if (role === 'tag' && tag?.kind === 'quality') return true
  }
  return false
}

function isLanguageAt(tokens: Tokens, index: number): boolean {
  return tagAt(tokens, index)?.kind === 'language'
}

/** Whether a hint right before the end of the title belongs to the release and not to the title. */
function endsTitle(hints: Hints, head: number, behind: number, titleEnd: TitleEnd): boolean {
  const { tokens, from } = hints
  const { list } = tokens
  const token = list[head]!
  const tag = token.tag!
  const loud = isLoud(hints, token)
  if (head === from || (head === from + 1 && articles.has(list[from]!.text))) return false
  if (tag.kind === 'language') {
    if (loud) return tag.grade === 'likely' || titleEnd === 'tag' || isLanguageAt(tokens, behind)
    if (titleEnd === 'year') return tag.value === 'German' && isGermanRelease(hints, behind)
    if (titleEnd === 'number') return false
    if (isLanguageAt(tokens, behind)) return true
    return isNameOf(tag) ? tag.value !== 'English' : false
  }
  if (tag.kind === 'edition' || tag.kind === 'flag') return tag.grade === 'likely'
  if (tag.kind === 'visual') {
    if (tag.value === '3D' && head <= from + 2 && titleEnd === 'year') return false
    return tag.grade === 'likely' || (loud && titleEnd === 'tag')
  }
  if (tag.kind === 'noise') return loud
  if (titleEnd !== 'tag') return false
  if (tag.kind === 'network') {
    const next = tagAt(tokens, behind)
    return (
      next?.kind === 'network' ||
      next?.kind === 'resolution' ||
      (next?.kind === 'quality' && webQualities.has(next.value))
    )
  }
  if (tag.kind === 'quality') {
    if (hints.isTitleLoud) return !articles.has(list[head - 1]!.text)
    return (loud || !hasQuality(hints)) && letterCase(tokens.name, token) !== 'small'
  }
  if (tag.kind === 'resolution') return tag.grade === 'likely'
  return loud
}

/** Takes the hints right before an index as tags, as long as `accepts` says so. Returns where they begin. */
function extendBack(
  { tokens, from }: Hints,
  index: number,
  accepts: (head: number, behind: number) => boolean,
  isMiddle = false,
): number {
  const { list } = tokens
  let at = index
  while (at > from) {
    const before = list[at - 1]!
    if (isMiddle && before.role === 'marker') {
      at -= 1
      continue
    }
    if (before.role !== 'hint' || !accepts(before.head, at)) break
    settle(tokens, before.head, true)
    at = before.head
  }
  return at
}

/** Ends the title before the hints that lead up to `index`. Returns the index where the title ends. */
export function extendOverTitle(hints: Hints, index: number, titleEnd: TitleEnd): number {
  return extendBack(
    hints,
    index,
    (head, behind) => head > hints.from && endsTitle(hints, head, behind, titleEnd),
  )
}

/** Settles the hints between the number or year that ends the title and the first technical tag, where episodes have names. */
export function settleMiddle(hints: Hints, first: number, last: number, isSeries: boolean): void {
  const { tokens } = hints
  const { list } = tokens
  if (last < hints.end)
    extendBack(
      hints,
      last,
      (head, behind) =>
        head >= first &&
        list[head]!.tag!.grade !== 'listed' &&
        (list[head]!.tag!.grade === 'likely' ||
          isLoud(hints, list[head]!) ||
          isLanguageAt(tokens, behind) ||
          list[head]!.tag!.kind !== 'language'),
      true,
    )
  let isUnbroken = true
  for (let at = first; at < last; at++) {
    const token = list[at]!
    if (token.role === 'word') isUnbroken = false
    if (token.role !== 'hint') continue
    const tag = token.tag
    if (tag === null) continue
    const loud = isLoud(hints, token)
    const inBracket = token.bracket >= 0 && fillsBracket(tokens, token.bracket)
    const accepted = isSeries
      ? (isUnbroken && (loud || inBracket || reaches(hints, at, last))) ||
        inBracket ||
        (loud && tag.grade === 'likely' && last === hints.end)
      : inBracket || tag.grade === 'likely' || (loud && tag.grade === 'faint')
    if (tag.grade === 'listed' ? isListed(hints, at) : accepted) settle(tokens, at, true)
    else settle(tokens, at, false)
    if (token.role === 'word') isUnbroken = false
  }
}

/** Whether only hints stand between an index and `last`. */
function reaches({ tokens: { list } }: Hints, index: number, last: number): boolean {
  for (let at = index; at < last; at++) if (list[at]!.role === 'word') return false
  return true
}

/** Whether a bracket holds nothing but tags. */
export function fillsBracket({ list, brackets }: Tokens, bracket: number): boolean {
  const { first, last } = brackets[bracket]!
  for (let at = first; at <= last; at++) if (list[at]!.role === 'word') return false
  return last >= first
}

/** Whether a code of two letters stands beside another language. */
function isListed(hints: Hints, index: number): boolean {
  const { tokens } = hints
  const before = tagAt(tokens, index - 1)
  const after = tagAt(tokens, index + 1)
  const isBeside = [before, after].some(
    (tag) => tag !== null && (tag.kind === 'language' || tag.value === 'subbed'),
  )
  const token = tokens.list[index]!
  return isBeside && (letterCase(tokens.name, token) !== 'small' || token.bracket >= 0)
}

/** Settles the hints behind the first technical tag. */
export function settleBehind(hints: Hints, first: number): void {
  const { tokens, end } = hints
  for (let at = first; at < end; at++) {
    const { role, tag } = tokens.list[at]!
    if (role !== 'hint' || tag === null) continue
    settle(tokens, at, tag.grade !== 'listed' || isListed(hints, at))
  }
}
