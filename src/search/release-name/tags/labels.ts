import { Gap } from '../characters.ts'
import { channelsByDigits } from '../tables/audio.ts'
import { gapAfter, type Token, type Tokens, widthOf } from '../tokens.ts'
import { compoundTag, splitLayoutTag } from './compounds.ts'
import { phraseAt } from './lexicon.ts'
import { sureTag, type Tag } from './tag.ts'

type Label = { readonly tag: Tag; readonly length: number }

function put({ list }: Tokens, index: number, { tag, length }: Label): void {
  for (let at = index; at < index + length; at++) {
    const token = list[at]!
    token.role = tag.grade === 'sure' ? 'tag' : 'hint'
    token.head = index
    token.tag = at === index ? tag : null
  }
}

const layoutGap = Gap.dot | Gap.space | Gap.underscore | Gap.hyphen

/** `5.1` or `5 1` beside a tag, alone in a bracket, or before `ch`. */
function channelsAt(tokens: Tokens, index: number, isTagged: boolean): Label | null {
  const { list, brackets } = tokens
  const token = list[index]!
  const next = list[index + 1]
  if (widthOf(token) !== 1 || next === undefined || !/^[01](?:ch)?$/.test(next.text)) return null
  if ((next.gap & ~layoutGap) !== 0 || next.start - token.end > 1) return null
  const channels = channelsByDigits.get(token.number * 10 + Number(next.text[0]))
  if (channels === undefined) return null
  const before = list[index - 1]
  const bracket = token.bracket >= 0 ? brackets[token.bracket]! : null
  const isAlone = index > 0 && bracket?.first === index && bracket.last === index + 1
  const isBesideTag = before?.role === 'tag' || before?.role === 'hint'
  const isDotted = next.gap === Gap.dot && (gapAfter(tokens, index + 1) & Gap.dot) === 0
  const isLayout =
    next.mixed ||
    isAlone ||
    (isBesideTag && (next.gap & Gap.hyphen) === 0) ||
    (isTagged && isDotted)
  return isLayout ? { tag: sureTag('channels', channels), length: 2 } : null
}

/** `DDP5.1` and `AAC2 0`: the last number is a token of its own. */
function layoutAt(token: Token, next: Token | undefined): Label | null {
  if (!token.mixed || next === undefined || next.text.length > 3) return null
  if ((next.gap & ~(Gap.dot | Gap.space)) !== 0) return null
  const tag = splitLayoutTag(token.text, next.text)
  return tag ? { tag, length: 2 } : null
}

function labelAt(tokens: Tokens, index: number, isTagged: boolean): Label | null {
  const phrase = phraseAt(tokens, index)
  if (phrase) return phrase
  const token = tokens.list[index]!
  if (token.number >= 0) return channelsAt(tokens, index, isTagged)
  const layout = layoutAt(token, tokens.list[index + 1])
  if (layout) return layout
  const tag = compoundTag(token.text, token.mixed)
  return tag ? { tag, length: 1 } : null
}

export function labelTags(tokens: Tokens, end: number): void {
  let isTagged = false
  for (let index = 0; index < end; index++) {
    if (tokens.list[index]!.role !== 'word') continue
    const label = labelAt(tokens, index, isTagged)
    if (label === null || index + label.length > end) continue
    put(tokens, index, label)
    isTagged ||= label.tag.grade === 'sure'
    index += label.length - 1
  }
}
