import { isYear } from './numbering.ts'
import { bareGroups, hyphenatedGroups, indexers } from './tables/groups.ts'
import { Gap, gapAfter, type Token, type Tokens } from './tokens.ts'

/** The group in brackets before the title, as fansubs write it. */
export type LeadingGroup = { readonly name: string; readonly first: number; readonly last: number }

const spaced = Gap.space | Gap.underscore
const breaks =
  Gap.space | Gap.hyphen | Gap.open | Gap.close | Gap.slash | Gap.comma | Gap.ampersand | Gap.plus

const isTagged = (token: Token | undefined, isTechnical = true) =>
  token !== undefined && (token.role === 'tag' || (isTechnical && token.role === 'hint'))

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

/** The last token of a name that begins at an index: to the next space, hyphen or bracket. */
function endOfName(tokens: Tokens, index: number, end: number): number {
  const { list } = tokens
  let last = index
  while (last + 1 < end && (list[last + 1]!.gap & breaks) === 0 && list[last + 1]!.role === 'word')
    last += 1
  const next = list[last + 1]
  if (last + 1 >= end || next!.gap !== Gap.hyphen || next!.role !== 'word') return last
  const joined = textOf(tokens, index, last + 1).toLowerCase()
  const isJoined =
    hyphenatedGroups.has(joined) || next!.text === 'raws' || list[last]!.text.length === 1
  return isJoined ? last + 1 : last
}

/** Tags that are more often a group's name where a group stands. */
const nameLikeKinds = new Set(['language', 'network', 'flag', 'noise', 'edition'])

/** The group behind a hyphen after a tag: `x264-GROUP`, `ESub - GROUP`. */
function readHyphened(tokens: Tokens, from: number, end: number, isFansub: boolean): string | null {
  const { list, name } = tokens
  let fallback = -1
  let isTechnical = false
  let best = -1
  for (let at = from + 1; at < end; at++) {
    const token = list[at]!
    const before = list[at - 1]!
    if (before.role === 'tag') isTechnical = true
    if ((token.gap & Gap.hyphen) === 0 || isYear(token.number)) continue
    const isLast = at === end - 1 || (gapAfter(tokens, at) & (Gap.open | Gap.close)) !== 0
    if (token.role !== 'word') {
      const tag = token.tag
      const isName = (tag !== null && nameLikeKinds.has(tag.kind)) || token.role === 'hint'
      if (
        isLast &&
        at === end - 1 &&
        token.gap === Gap.hyphen &&
        token.head === at &&
        before.role === 'tag' &&
        isName &&
        tag?.grade !== 'listed' &&
        !/\s/.test(name.slice(before.start, token.end))
      )
        best = at
      continue
    }
    if (isTagged(before, isTechnical)) {
      const isSpacedHyphen = (token.gap & spaced) !== 0
      if (!isSpacedHyphen || (isTechnical && !isFansub)) best = at
    } else if (before.role === 'marker') {
      const isCode =
        token.gap === Gap.hyphen &&
        isLast &&
        token.number < 0 &&
        (gapAfter(tokens, at) & spaced) === 0
      if (isCode && (at === end - 1 || list[at + 1]!.bracket >= 0)) best = at
    } else if (isTechnical && (token.gap & spaced) === 0 && before.role === 'word' && isLast) {
      const joined = textOf(tokens, at - 1, at).toLowerCase()
      fallback = hyphenatedGroups.has(joined) ? at - 1 : at
    }
  }
  const found = best >= 0 ? best : isFansub ? -1 : fallback
  if (found < 0) return null
  return take(tokens, found, Math.max(found, endOfName(tokens, found, end)))
}

/** The name in a bracket at the end: `[YTS.MX]`, `[i_c]`. */
function readTrailing(tokens: Tokens, from: number, end: number): string | null {
  const { list, brackets } = tokens
  let last = end - 1
  while (last > from) {
    const { bracket } = list[last]!
    if (bracket < 0) return null
    const { first, parent } = brackets[bracket]!
    if (parent >= 0 || first <= from) return null
    let isName = true
    for (let at = first; at <= last; at++) if (list[at]!.role !== 'word') isName = false
    const text = textOf(tokens, first, last)
    if (
      isName &&
      !indexers.has(text.toLowerCase()) &&
      !/\s.*\s|\s-/.test(text) &&
      !/^\d+$/.test(text)
    )
      return take(tokens, first, last)
    last = first - 1
  }
  return null
}

/** Whether a word ends a bracket of at least three tags: `(1080p BluRay x265 AAC 5.1 GROUP)`. */
function endsTagBracket({ list, brackets }: Tokens, index: number): boolean {
  const { bracket, number } = list[index]!
  if (bracket < 0 || number >= 0 || brackets[bracket]!.last !== index || !isTagged(list[index - 1]))
    return false
  let tags = 0
  for (let at = brackets[bracket]!.first; at < index; at++) if (list[at]!.tag !== null) tags += 1
  return tags >= 3
}

/** `by GROUP`, and groups that are known to stand at the end without a hyphen. */
function readBare(tokens: Tokens, from: number, end: number): string | null {
  const { list } = tokens
  let isTechnical = false
  for (let at = from + 1; at < end; at++) {
    if (list[at - 1]!.role === 'tag') isTechnical = true
    if (!isTechnical || list[at]!.role !== 'word') continue
    const isNamed = list[at - 1]!.text === 'by' || bareGroups.has(list[at]!.text)
    if (isNamed || endsTagBracket(tokens, at)) return take(tokens, at, endOfName(tokens, at, end))
  }
  return null
}

/** The group of a release; its tokens become `group`. */
export function readGroup(
  tokens: Tokens,
  from: number,
  end: number,
  leading: LeadingGroup | null,
): string | null {
  const trailing = () => readTrailing(tokens, from, end)
  const hyphened = readHyphened(tokens, from, end, leading !== null)
  return hyphened ?? leading?.name ?? readBare(tokens, from, end) ?? trailing()
}
