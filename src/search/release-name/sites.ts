import { Gap, type Token, type Tokens } from './tokens.ts'

const topLevels = new Set(
  (
    'com org net to me tv cc nu se pw ws ch biz info site xyz top club lt am li re rs eu uk co ' +
    'yt phd vip bz la wf lol fun live online one click link space tel cam cymru download buzz ' +
    'ru in is it fr es de nl pl ca us tk sh gg mx ag bid men run pro app dev io gs sx st so lat store name kim ink rip party date mobi cafe'
  ).split(' '),
)

const isDotted = ({ gap }: Token) => gap === Gap.dot || gap === Gap.comma

/** Its releases carry the site's name as their group. */
const groupSites = new Set(['yts', 'yify'])

/** Index behind an address that begins at `index`, or `index` where there is none. */
function endOfSite({ list }: Tokens, index: number, end: number): number {
  const first = list[index]!
  const isNamed = first.text === 'www'
  let at = index + 1
  if (isNamed && at < end && (isDotted(list[at]!) || list[at]!.gap === Gap.space)) at += 1
  while (at < end && isDotted(list[at]!) && at - index < 5) {
    const isTop = topLevels.has(list[at]!.text)
    at += 1
    if (!isTop) continue
    const next = list[at]
    const hasCountry = next !== undefined && at < end && isDotted(next) && next.text.length === 2
    return hasCountry && list[at - 1]!.text === 'co' ? at + 1 : at
  }
  if (!isNamed) return index
  // An unknown ending: the name and one word more, all of it where the address stands alone.
  const standsAlone = at >= end || !isDotted(list[at]!)
  return standsAlone ? at : Math.min(index + 3, end)
}

/** Marks web addresses: `www.…` anywhere, `name.org` where it fills a bracket or leads the name. */
export function markSites(tokens: Tokens, end: number): void {
  const { list, brackets } = tokens
  for (let index = 0; index < end; index++) {
    const token = list[index]!
    if (groupSites.has(token.text) && index + 1 < end && list[index + 1]!.gap === Gap.dot) {
      token.role = 'group'
      list[index + 1]!.role = 'group'
      index += 1
      continue
    }
    const bracket = token.bracket >= 0 ? brackets[token.bracket]! : null
    const leadsBracket = bracket !== null && bracket.first === index
    if (token.text !== 'www' && index !== 0 && !leadsBracket) continue
    const behind = endOfSite(tokens, index, end)
    if (behind === index) continue
    const fillsBracket = leadsBracket && bracket.last === behind - 1
    const leads = index === 0 && behind < end && list[behind]!.gap === (Gap.hyphen | Gap.space)
    if (token.text !== 'www' && !fillsBracket && !leads) continue
    for (let at = index; at < behind; at++) list[at]!.role = 'site'
    index = behind - 1
  }
}
