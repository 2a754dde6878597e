import { Gap } from './characters.ts'
import { isYear } from './numbers/numbering.ts'
import { bareGroups, hyphenatedGroups, indexers } from './tables/groups.ts'
import type { TagKind } from './tags/tag.ts'
import { gapAfter, type Token, type Tokens } from './tokens.ts'

export type LeadingGroup = { readonly name: string }

const spaced = Gap.space | Gap.underscore
const brackets = Gap.open | Gap.close
const breaks = Gap.space | Gap.hyphen | Gap.slash | Gap.comma | Gap.ampersand | Gap.plus | brackets

const nameLikeKinds: ReadonlySet<TagKind> = new Set([
  'language',
  'network',
  'flag',
  'noise',
  'edition',
])

const isTagged = (token: Token | undefined) => token?.role === 'tag' || token?.role === 'hint'

function textOf({ name, list }: Tokens, first: number, last: number): string {
  return name.slice(list[first]!.start, list[last]!.end)
}

function take(tokens: Tokens, first: number, last: number): string {
  for (let at = first; at <= last; at++) {
    const token = tokens.list[at]!
    token.role = 'group'
    token.tag = null
    token.head = at
  }
  return textOf(tokens, first, last)
}

/** To the next space, bracket or hyphen, except for names that contain one. */
function endOfName(tokens: Tokens, index: number, end: number): number {
  const { list } = tokens
  let last = index
  while (
    last + 1 < end &&
    (list[last + 1]!.gap & breaks) === 0 &&
    list[last + 1]!.role === 'word'
  ) {
    last += 1
  }
  const next = list[last + 1]
  if (next === undefined || last + 1 >= end || next.gap !== Gap.hyphen) return last
  const isKnown = hyphenatedGroups.has(textOf(tokens, index, last + 1).toLowerCase())
  const isJoined = next.role === 'word' && (next.text === 'raws' || list[last]!.text.length === 1)
  return isKnown || isJoined ? last + 1 : last
}

/** Whether a tag at the very end, as in `x264-FRENCH` or `XviD-DVDiSO`, is a group. */
function isNameLike(
  { name, list }: Tokens,
  index: number,
  end: number,
  hasQuality: boolean,
): boolean {
  const { gap, head, role, tag } = list[index]!
  const before = list[index - 1]!
  if (index !== end - 1 || gap !== Gap.hyphen || head !== index || before.role !== 'tag')
    return false
  if (tag === null || tag.grade === 'listed' || /\s/.test(name.slice(before.start))) return false
  return role === 'hint' || nameLikeKinds.has(tag.kind) || (tag.kind === 'quality' && hasQuality)
}

/** `x264-GROUP`, `ESub - GROUP`; as a last resort whatever follows the last hyphen. */
function readHyphened(tokens: Tokens, from: number, end: number, isFansub: boolean): string | null {
  const { list } = tokens
  let found = -1
  let fallback = -1
  let isTechnical = false
  let hasQuality = false
  for (let at = from + 1; at < end; at++) {
    const token = list[at]!
    const before = list[at - 1]!
    if (before.role === 'tag') isTechnical = true
    if (before.tag?.kind === 'quality') hasQuality = true
    if ((token.gap & Gap.hyphen) === 0) continue
    if (isYear(token.number) && (before.role !== 'tag' || at !== end - 1)) continue
    const following = gapAfter(tokens, at)
    const isLast = at === end - 1 || (following & brackets) !== 0
    const isSpaced = (token.gap & spaced) !== 0
    if (token.role !== 'word') {
      if (isNameLike(tokens, at, end, hasQuality)) found = at
    } else if (before.role === 'tag' || (isTechnical && before.role === 'hint')) {
      const isPlausible = isFansub ? !isSpaced && token.bracket < 0 : !isSpaced || isTechnical
      if (isPlausible) found = at
    } else if (before.role === 'marker') {
      const ends = at === end - 1 || list[at + 1]!.bracket >= 0
      const isAttached = token.gap === Gap.hyphen && (following & spaced) === 0
      if (isAttached && isLast && ends && token.number < 0) found = at
    } else if (isTechnical && !isSpaced && isLast && before.role === 'word') {
      const isKnown = hyphenatedGroups.has(textOf(tokens, at - 1, at).toLowerCase())
      fallback = isKnown ? at - 1 : at
    }
  }
  if (found < 0 && !isFansub) found = fallback
  return found < 0 ? null : take(tokens, found, endOfName(tokens, found, end))
}

function readTrailing(tokens: Tokens, from: number, end: number): string | null {
  const { list } = tokens
  for (let last = end - 1; last > from;) {
    const { bracket } = list[last]!
    if (bracket < 0) return null
    const { first, parent } = tokens.brackets[bracket]!
    if (parent >= 0 || first <= from) return null
    const text = textOf(tokens, first, last)
    const isName = list.slice(first, last + 1).every(({ role }) => role === 'word')
    const isShort = !/\s.*\s|\s-|^\d+$/.test(text)
    if (isName && isShort && !indexers.has(text.toLowerCase())) return take(tokens, first, last)
    last = first - 1
  }
  return null
}

/** A bracket of at least three tags: `(1080p BluRay x265 AAC 5.1 GROUP)`. */
function endsTagBracket({ list, brackets }: Tokens, index: number): boolean {
  const { bracket, number, text } = list[index]!
  if (bracket < 0 || number >= 0 || /^\d+x\d/.test(text) || !isTagged(list[index - 1])) return false
  const { first, last } = brackets[bracket]!
  return last === index && list.slice(first, index).filter(({ tag }) => tag !== null).length >= 3
}

function readBare(tokens: Tokens, from: number, end: number): string | null {
  const { list } = tokens
  let isTechnical = false
  for (let at = from + 1; at < end; at++) {
    const before = list[at - 1]!
    if (before.role === 'tag') isTechnical = true
    if (!isTechnical || list[at]!.role !== 'word') continue
    const isNamed = before.text === 'by' || bareGroups.has(list[at]!.text)
    if (isNamed || endsTagBracket(tokens, at)) return take(tokens, at, endOfName(tokens, at, end))
  }
  return null
}

/** `YTS.MX`, marked when sites were read. */
function readMarked({ name, list }: Tokens, end: number): string | null {
  for (let at = 0; at + 1 < end; at++) {
    if (list[at]!.role === 'group') return name.slice(list[at]!.start, list[at + 1]!.end)
  }
  return null
}

export function readGroup(
  tokens: Tokens,
  from: number,
  end: number,
  leading: LeadingGroup | null,
): string | null {
  return (
    readMarked(tokens, end) ??
    readHyphened(tokens, from, end, leading !== null) ??
    leading?.name ??
    readBare(tokens, from, end) ??
    readTrailing(tokens, from, end)
  )
}
