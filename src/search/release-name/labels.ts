import { compoundTag, splitLayoutTag, sureTag } from './compounds.ts'
import { phraseAt } from './lexicon.ts'
import { channelsByDigits } from './tables/audio.ts'
import type { Tag } from './tags.ts'
import { Gap, gapAfter, type Tokens } from './tokens.ts'

function put({ list }: Tokens, index: number, length: number, tag: Tag): void {
  for (let at = index; at < index + length; at++) {
    const token = list[at]!
    token.role = tag.grade === 'sure' ? 'tag' : 'hint'
    token.head = index
    token.tag = at === index ? tag : null
  }
}

const layoutGap = Gap.dot | Gap.space | Gap.underscore | Gap.hyphen

/** The channels that two numbers say, `5.1` or `5 1`, where they stand beside a tag, alone in a bracket, or before `ch`. */
function channelsAt(tokens: Tokens, index: number): string | null {
  const { list, brackets } = tokens
  const token = list[index]!
  const next = list[index + 1]
  if (token.number < 1 || token.number > 7 || token.end - token.start !== 1) return null
  if (next === undefined || (next.gap & ~layoutGap) !== 0 || next.start - token.end > 1) return null
  const saysChannels = next.text === '1ch' || next.text === '0ch'
  if (!saysChannels && (next.number < 0 || next.number > 1 || next.text.length !== 1)) return null
  const channels = channelsByDigits.get(token.number * 10 + Number(next.text[0]))
  if (channels === undefined || saysChannels) return channels ?? null
  const before = list[index - 1]
  const bracket = token.bracket >= 0 ? brackets[token.bracket]! : null
  const isAlone =
    bracket !== null && bracket.first === index && bracket.last === index + 1 && index > 0
  const isBesideTag =
    before !== undefined &&
    (before.role === 'tag' || before.role === 'hint') &&
    (next.gap & Gap.hyphen) === 0
  const isDotted = next.gap === Gap.dot && (gapAfter(tokens, index + 1) & Gap.dot) === 0
  return isAlone ||
    isBesideTag ||
    (isDotted && list.some((one, at) => at < index && one.role === 'tag'))
    ? channels
    : null
}

/** Finds the tags among the tokens before `end`. */
export function labelTags(tokens: Tokens, end: number): void {
  const { list } = tokens
  for (let index = 0; index < end; index++) {
    const token = list[index]!
    if (token.role !== 'word') continue
    const phrase = phraseAt(tokens, index)
    if (phrase) {
      const length = Math.min(phrase.length, end - index)
      put(tokens, index, length, phrase.tag)
      index += length - 1
      continue
    }
    if (token.number >= 0) {
      const channels = channelsAt(tokens, index)
      if (channels !== null) {
        put(tokens, index, 2, sureTag('channels', channels))
        index += 1
      }
      continue
    }
    const next = list[index + 1]
    const layout =
      next !== undefined &&
      token.mixed &&
      next.text.length <= 3 &&
      (next.gap & ~(Gap.dot | Gap.space)) === 0
        ? splitLayoutTag(token.text, next.text)
        : null
    if (layout) {
      put(tokens, index, 2, layout)
      index += 1
      continue
    }
    const compound = compoundTag(token.text, token.mixed)
    if (compound) put(tokens, index, 1, compound)
  }
}
