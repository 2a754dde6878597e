import { articles } from '../tables/articles.ts'
import type { Token, Tokens } from '../tokens.ts'
import { letterCase } from './letter-case.ts'
import type { Tag } from './tag.ts'

export type TitleEnd = 'tag' | 'year' | 'number' | 'name'

export type Hints = {
  readonly tokens: Tokens
  readonly from: number
  readonly end: number
  /** A title without small letters: capitals say nothing. */
  readonly isTitleLoud: boolean
}

const webQualities = new Set(['WEB', 'WEB-DL', 'WEBRip', 'HDTV'])
const germanReleaseWords = new Set(
  'dl ld md ml ac3d ac3dl eac3d eac3dl dtsd dtshdd dubbed subbed'.split(' '),
)

function settle({ list }: Tokens, head: number, isTag: boolean): void {
  for (let at = head; at < list.length; at++) {
    const token = list[at]!
    if (token.head !== head || token.role !== 'hint') break
    token.role = isTag ? 'tag' : 'word'
    if (!isTag) token.head = at
  }
  if (!isTag) list[head]!.tag = null
}

function tagAt({ list }: Tokens, index: number): Tag | null {
  const token = list[index]
  return token === undefined || token.role === 'word' ? null : list[token.head]!.tag
}

function behindOf({ list }: Tokens, head: number): number {
  let at = head + 1
  while (at < list.length && list[at]!.head === head) at += 1
  return at
}

/** `FRENCH` or `iTALiAN` stand out among other words. */
function isLoud({ tokens, isTitleLoud }: Hints, token: Token): boolean {
  if (isTitleLoud) return false
  const written = letterCase(tokens.name, token)
  return written === 'capitals' || written === 'scene'
}

/** Beside another language or `subs`, as in `Eng, Ger` and `EN.FR`. */
function isListed({ tokens }: Hints, head: number): boolean {
  const { list } = tokens
  const isBeside = [tagAt(tokens, head - 1), tagAt(tokens, behindOf(tokens, head))].some(
    (tag) => tag !== null && (tag.kind === 'language' || tag.value === 'subbed'),
  )
  const token = list[head]!
  if (token.tag!.grade !== 'listed' || isBeforeSubtitles(tokens, head)) return isBeside
  return isBeside && (token.bracket >= 0 || letterCase(tokens.name, token) !== 'small')
}

function isBeforeSubtitles(tokens: Tokens, head: number): boolean {
  return tagAt(tokens, behindOf(tokens, head))?.value === 'subbed'
}

export function isTagBracket({ list, brackets }: Tokens, bracket: number): boolean {
  const { first, last } = brackets[bracket]!
  for (let at = first; at <= last; at++) if (list[at]!.role === 'word') return false
  return last >= first
}

/** Words between tags that are none themselves: `English and Hindi`, `Telugu Movie`. */
const connectors = new Set('and und et e y i movie film'.split(' '))

function hasWord({ tokens: { list } }: Hints, first: number, behind: number): boolean {
  for (let at = first; at < behind; at++) {
    const { role, text } = list[at]!
    if (role === 'word' && !connectors.has(text)) return true
  }
  return false
}

function isGermanRelease({ tokens: { list }, end }: Hints, index: number): boolean {
  for (let at = index; at < end; at++) if (germanReleaseWords.has(list[at]!.text)) return true
  return false
}

function hasSureQuality({ tokens: { list }, end, from }: Hints): boolean {
  for (let at = from; at < end; at++) {
    const { tag, role } = list[at]!
    if (role === 'tag' && tag?.kind === 'quality') return true
  }
  return false
}

function languageEndsTitle(hints: Hints, head: number, titleEnd: TitleEnd): boolean {
  const { list } = hints.tokens
  const { grade, value } = list[head]!.tag!
  if (isLoud(hints, list[head]!)) {
    return grade === 'likely' || titleEnd === 'tag' || titleEnd === 'name' || isListed(hints, head)
  }
  if (isBeforeSubtitles(hints.tokens, head)) return true
  if (titleEnd === 'number') return false
  if (titleEnd === 'name') return isListed(hints, head)
  if (titleEnd === 'year') {
    return value === 'German' && (!hints.tokens.name.includes(' ') || isGermanRelease(hints, head))
  }
  return isListed(hints, head) || (grade === 'likely' && value !== 'English')
}

function endsTitle(hints: Hints, head: number, titleEnd: TitleEnd): boolean {
  const { tokens, from } = hints
  const { list } = tokens
  const token = list[head]!
  const tag = token.tag!
  if (head === from || (head === from + 1 && articles.has(list[from]!.text))) return false
  const loud = isLoud(hints, token)
  switch (tag.kind) {
    case 'language':
      return languageEndsTitle(hints, head, titleEnd)
    case 'edition':
    case 'flag':
      return tag.grade === 'likely' || (loud && tag.kind === 'edition' && titleEnd !== 'number')
    case 'noise':
      return (
        loud &&
        (tag.grade === 'likely' || tagAt(tokens, behindOf(tokens, head))?.kind === 'language')
      )
    case 'visual':
      // Films named after 3D have short titles.
      if (tag.value === '3D' && titleEnd === 'year' && head <= from + 2) return false
      return tag.grade === 'likely' || (loud && titleEnd === 'tag')
    default:
      break
  }
  if (titleEnd !== 'tag') return false
  if (tag.kind === 'resolution') return tag.grade === 'likely'
  if (tag.kind === 'quality') {
    if (hints.isTitleLoud) return !articles.has(list[head - 1]!.text)
    return (loud || !hasSureQuality(hints)) && letterCase(tokens.name, token) !== 'small'
  }
  if (tag.kind === 'network') {
    const next = tagAt(tokens, behindOf(tokens, head))
    const isWeb = next?.kind === 'quality' && webQualities.has(next.value)
    return isWeb || next?.kind === 'network' || next?.kind === 'resolution'
  }
  return loud
}

export function settleTitleEnd(hints: Hints, index: number, titleEnd: TitleEnd): number {
  const { list } = hints.tokens
  let at = index
  while (at > hints.from + 1) {
    const { role, head } = list[at - 1]!
    if (role !== 'hint' || !endsTitle(hints, head, titleEnd)) break
    settle(hints.tokens, head, true)
    at = head
  }
  // `Lantern The Uncut Version 1983`
  const isNamed = at < index && at > hints.from + 1 && list[at]!.tag?.kind === 'edition'
  return isNamed && list[at - 1]!.text === 'the' ? at - 1 : at
}

function settleBeforeTechnical(hints: Hints, first: number, technical: number): void {
  const { tokens } = hints
  for (let at = technical - 1; at >= first; at--) {
    const { role, head, tag } = tokens.list[at]!
    if (role === 'word') return
    if (role !== 'hint' || head < first || tag === null) continue
    if (tag.grade === 'listed' && !isListed(hints, head)) return
    settle(tokens, head, true)
  }
}

/** Between the title and the first technical tag: after an episode its name, after a film's year only tags. */
export function settleMiddle(
  hints: Hints,
  first: number,
  technical: number,
  isSeries: boolean,
): void {
  const { tokens, end } = hints
  if (technical < end) settleBeforeTechnical(hints, first, technical)
  for (let at = first; at < technical; at++) {
    const token = tokens.list[at]!
    const { tag, role } = token
    if (role !== 'hint' || tag === null) continue
    const loud = isLoud(hints, token)
    const isBracketed = token.bracket >= 0 && isTagBracket(tokens, token.bracket)
    const reaches = !hasWord(hints, at, technical)
    let isTag = isBracketed
    if (tag.grade === 'listed') isTag = isListed(hints, at)
    else if (isSeries) {
      const leads = !hasWord(hints, first, at) && (loud || reaches)
      const ends =
        technical === end && (loud ? tag.grade === 'likely' : reaches && isListed(hints, at))
      isTag ||= leads || ends
    } else {
      const isName = tag.grade === 'likely' && (tag.kind !== 'language' || reaches)
      const isAlone = reaches && !hasWord(hints, first, at)
      isTag ||= loud || isName || isAlone || isListed(hints, at)
    }
    settle(tokens, at, isTag)
  }
}

export function settleBehind(hints: Hints, first: number): void {
  const { tokens, end } = hints
  for (let at = first; at < end; at++) {
    const { role, tag } = tokens.list[at]!
    if (role !== 'hint' || tag === null) continue
    settle(tokens, at, tag.grade !== 'listed' || isListed(hints, at))
  }
}

/** Languages at the end of a subtitle's file name: `26_Romanian`, `Name.en`. */
export function settleSubtitle({ tokens, end }: Hints): void {
  const { list } = tokens
  for (let at = end - 1; at >= 0; at--) {
    const { role, head } = list[at]!
    if (role === 'word') break
    if (role === 'hint' && list[head]!.tag!.kind === 'language') settle(tokens, head, true)
  }
}
