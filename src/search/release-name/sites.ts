import { Gap } from './characters.ts'
import { groupSites, topLevels } from './tables/sites.ts'
import type { Token, Tokens } from './tokens.ts'

const isDotted = ({ gap }: Token) => gap === Gap.dot || gap === Gap.comma

function endOfSite({ list }: Tokens, index: number, end: number): number {
  const isNamed = list[index]!.text === 'www'
  let at = index + 1
  if (isNamed && at < end && (isDotted(list[at]!) || list[at]!.gap === Gap.space)) at += 1
  while (at < end && isDotted(list[at]!) && at - index < 5) {
    const { text } = list[at]!
    at += 1
    if (!topLevels.has(text)) continue
    const next = at < end ? list[at]! : null
    const hasCountry = text === 'co' && next?.text.length === 2 && isDotted(next)
    return hasCountry ? at + 1 : at
  }
  if (!isNamed) return index
  // After an unknown top-level domain the title may follow: only two words are an address.
  const standsAlone = at >= end || !isDotted(list[at]!)
  return standsAlone ? at : Math.min(index + 3, end)
}

/** `www.…` anywhere, `name.org` where it fills a bracket or leads the name, and the group `YTS.MX`. */
export function markSites(tokens: Tokens, end: number): void {
  const { list, brackets } = tokens
  for (let index = 0; index < end; index++) {
    const { text, bracket } = list[index]!
    if (groupSites.has(text) && index + 1 < end && list[index + 1]!.gap === Gap.dot) {
      list[index]!.role = 'group'
      list[index + 1]!.role = 'group'
      index += 1
      continue
    }
    const around = bracket >= 0 ? brackets[bracket]! : null
    if (text !== 'www' && index !== 0 && around?.first !== index) continue
    const behind = endOfSite(tokens, index, end)
    const fillsBracket = around?.first === index && around.last === behind - 1
    const leads = index === 0 && list[behind]?.gap === (Gap.hyphen | Gap.space)
    if (behind === index || (text !== 'www' && !fillsBracket && !leads)) continue
    for (let at = index; at < behind; at++) list[at]!.role = 'site'
    index = behind - 1
  }
}
