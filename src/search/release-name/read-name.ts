import type { ParsedFile } from '../../model/parsed-file.ts'
import { readEnding } from './ending.ts'
import { readGroup } from './group.ts'
import { type Leading, readLeading } from './leading.ts'
import { isYear, type Numbering } from './numbers/numbering.ts'
import { readNumbers } from './numbers/read-numbers.ts'
import { findYear } from './numbers/years.ts'
import { markSites } from './sites.ts'
import { collect } from './tags/collect.ts'
import { labelTags } from './tags/labels.ts'
import { findTitleEnd, indexOfRole } from './title-end.ts'
import { titleBetween } from './title.ts'
import { type Tokens, tokenize } from './tokens.ts'

function markSums({ list, brackets }: Tokens, end: number): void {
  for (const { first, last } of brackets) {
    if (first !== last || first >= end) continue
    const token = list[first]!
    if (token.text.length === 8 && /^[\da-f]{8}$/.test(token.text)) token.role = 'noise'
  }
}

const isObfuscated = ({ list }: Tokens, end: number) =>
  end === 1 && list[0]!.mixed && list[0]!.text.length >= 20

function titleOf(tokens: Tokens, leading: Leading, from: number, behind: number): string | null {
  const { titleBracket } = leading
  if (titleBracket === null) return titleBetween(tokens, from, behind)
  const { first, last } = titleBracket
  let end = first
  while (end <= last && tokens.list[end]!.role === 'word') end += 1
  return titleBetween(tokens, first, end)
}

export function readName(name: string): ParsedFile {
  const tokens = tokenize(name)
  const { list } = tokens
  const { container, isSubtitle, end } = readEnding(tokens)
  markSites(tokens, end)
  markSums(tokens, end)
  labelTags(tokens, end)
  const leading = readLeading(tokens, end)
  const numbering: Numbering = { tokens, from: leading.from, end, seasons: [], episodes: [] }
  const { seasons, episodes } = numbering
  const date = readNumbers(numbering, {
    isFansub: leading.group !== null,
    hasYear: list.some(
      ({ number, role }, at) => at > leading.from && role === 'word' && isYear(number),
    ),
    isFile: container !== null,
  })
  const releaseGroup = readGroup(tokens, leading.from, end, leading.group)
  const year = findYear(tokens, end)
  for (let at = year?.first ?? 0; at <= (year?.last ?? -1); at++) list[at]!.role = 'marker'
  const isSeries = seasons.length > 0 || episodes.length > 0 || date !== null
  const startsWithNumber = list[leading.from]?.role === 'marker'
  const from = startsWithNumber ? indexOfRole(tokens, leading.from, end, 'word') : leading.from
  const behind = findTitleEnd(tokens, { from, end, year: year?.first ?? -1, isSeries, isSubtitle })
  const found = collect(tokens, end)
  if (year !== null && year.last > year.first && !found.flags.includes('complete'))
    found.flags.push('complete')
  // After `S01E02` comes the episode's name.
  const isUntitled = startsWithNumber && seasons.length > 0 && episodes.length > 0
  return {
    title: isUntitled || isObfuscated(tokens, end) ? null : titleOf(tokens, leading, from, behind),
    year: year?.year ?? (date === null ? null : Number(date.slice(0, 4))),
    seasons,
    episodes,
    date,
    resolution: found.resolution,
    quality: found.quality,
    encode: found.encode,
    visualTags: found.visualTags,
    audioTags: found.audioTags,
    audioChannels: found.audioChannels,
    languages: found.languages,
    subtitles: found.subtitles,
    releaseGroup,
    container: container ?? found.container,
    network: found.network,
    edition: found.edition,
    flags: found.flags,
  }
}
