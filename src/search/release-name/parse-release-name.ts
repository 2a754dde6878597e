import type { ParsedFile } from '../../model/parsed-file.ts'
import { collect } from './collect.ts'
import { readGroup } from './group.ts'
import {
  extendOverTitle,
  fillsBracket,
  type Hints,
  settleBehind,
  settleMiddle,
  type TitleEnd,
} from './hints.ts'
import { labelTags } from './labels.ts'
import { type Leading, readLeading } from './leading.ts'
import { letterCase } from './letter-case.ts'
import { isYear, type Numbering } from './numbering.ts'
import { readNumbers } from './read-numbers.ts'
import { markSites } from './sites.ts'
import { subtitleContainers, videoContainers, wrapperEndings } from './tables/containers.ts'
import { titleBetween } from './title.ts'
import { Gap, type Tokens, tokenize } from './tokens.ts'
import { findYear } from './years.ts'

/** What lies behind is not read; file systems allow far less. */
const maxLength = 600

/** The ending of a file, and the index behind what is left of the name. */
function readEnding({ list }: Tokens): { container: string | null; end: number } {
  let end = list.length
  while (end > 1 && list[end - 1]!.gap === Gap.dot && wrapperEndings.has(list[end - 1]!.text))
    end -= 1
  const last = list[end - 1]
  if (end < 2 || !last) return { container: null, end }
  const isVideo = videoContainers.has(last.text)
  const isEnding =
    last.gap === Gap.dot
      ? isVideo || subtitleContainers.has(last.text)
      : isVideo && last.gap === Gap.space && /^(?:mkv|mp4|avi)$/.test(last.text)
  return isEnding ? { container: last.text, end: end - 1 } : { container: null, end }
}

/** Marks check sums, `[1A2B3C4D]`. */
function markSums({ list, brackets }: Tokens, end: number): void {
  for (const { first, last } of brackets) {
    if (first !== last || first >= end) continue
    const token = list[first]!
    if (token.text.length === 8 && /^[\da-f]{8}$/.test(token.text)) token.role = 'noise'
  }
}

function isTitleLoud({ name, list }: Tokens, from: number, behind: number): boolean {
  let isLoud = false
  for (let at = from; at < behind; at++) {
    const token = list[at]!
    if (token.role !== 'word') continue
    const written = letterCase(name, token)
    if (written === 'title' || written === 'small' || written === 'scene') return false
    if (written === 'capitals') isLoud = true
  }
  return isLoud
}

function indexOfRole({ list }: Tokens, from: number, end: number, role: string): number {
  for (let at = from; at < end; at++) if (list[at]!.role === role) return at
  return end
}

/** Ends the title before the bracket that an index stands in, where the title begins outside. */
function outOfBracket({ list, brackets }: Tokens, from: number, index: number): number {
  let first = index
  for (let at = list[index]?.bracket ?? -1; at >= 0; at = brackets[at]!.parent) {
    if (brackets[at]!.first > from) first = brackets[at]!.first
  }
  return first
}

/** Index behind the title. Settles every hint on the way. */
function settleTitle(
  tokens: Tokens,
  from: number,
  end: number,
  year: number,
  isSeries: boolean,
): number {
  const { list } = tokens
  const start = list[from]?.role === 'marker' ? indexOfRole(tokens, from, end, 'word') : from
  const technical = indexOfRole(tokens, start, end, 'tag')
  const number = indexOfRole(tokens, start, end, 'marker')
  const bound = Math.min(technical, number)
  const hints: Hints = { tokens, from: start, end, isTitleLoud: isTitleLoud(tokens, start, bound) }
  let titleEnd: TitleEnd = technical < number ? 'tag' : 'number'
  if (number < technical && number === year) titleEnd = 'year'
  let behind = bound < end ? extendOverTitle(hints, bound, titleEnd) : end
  // A bracket of nothing but hints ends the title too: `Title (Extended) (2016)`.
  for (let at = start + 1; at < behind; at++) {
    const { bracket, role } = list[at]!
    if (
      role === 'hint' &&
      bracket >= 0 &&
      tokens.brackets[bracket]!.first === at &&
      fillsBracket(tokens, bracket)
    )
      behind = at
  }
  behind = outOfBracket(tokens, start, behind)
  settleMiddle(hints, behind, technical, isSeries)
  settleBehind(hints, technical)
  for (let at = start; at < behind; at++) {
    const token = list[at]!
    // `Saw 3D` is a title and a format.
    if (token.role === 'hint' && token.text !== '3d') token.role = 'word'
    else if (token.role === 'hint') token.role = 'tag'
  }
  return behind
}

function parseName(name: string): ParsedFile {
  const tokens = tokenize(name)
  const { list } = tokens
  const { container, end } = readEnding(tokens)
  markSites(tokens, end)
  markSums(tokens, end)
  labelTags(tokens, end)
  const leading: Leading = readLeading(tokens, end)
  const { from } = leading
  const numbering: Numbering = { tokens, from, end, seasons: [], episodes: [] }
  const hasYear = list.some(
    ({ number, role }, at) => at > from && role === 'word' && isYear(number),
  )
  const date = readNumbers(numbering, {
    isFansub: leading.group !== null,
    hasYear,
    isFile: container !== null,
  })
  const releaseGroup = readGroup(tokens, from, end, leading.group)
  const found = findYear(tokens, 0, end)
  const yearIndex = found === null ? -1 : found.first
  if (found) for (let at = found.first; at <= found.last; at++) list[at]!.role = 'marker'
  const isSeries = numbering.seasons.length > 0 || numbering.episodes.length > 0 || date !== null
  const behind = settleTitle(tokens, from, end, yearIndex, isSeries)
  const said = collect(tokens, end)
  const titleFrom = leading.titleBracket?.first ?? from
  const start =
    list[titleFrom]?.role === 'marker' ? indexOfRole(tokens, titleFrom, end, 'word') : titleFrom
  const titleEnd = leading.titleBracket
    ? Math.min(leading.titleBracket.last + 1, Math.max(behind, titleFrom + 1))
    : behind
  if (found && found.last > found.first && !said.flags.includes('complete'))
    said.flags.push('complete')
  return {
    title: titleBetween(tokens, start, titleEnd),
    year: found?.year ?? (date === null ? null : Number(date.slice(0, 4))),
    seasons: numbering.seasons,
    episodes: numbering.episodes,
    date,
    resolution: said.resolution,
    quality: said.quality,
    encode: said.encode,
    visualTags: said.visualTags,
    audioTags: said.audioTags,
    audioChannels: said.audioChannels,
    languages: said.languages,
    subtitles: said.subtitles,
    releaseGroup,
    container: container ?? said.container,
    network: said.network,
    edition: said.edition,
    flags: said.flags,
  }
}

/**
 * Reads a release or file name. Never fails: what the name does not say is null or empty.
 * The result is fresh and may be kept; only the first 600 characters are read.
 */
export function parseReleaseName(name: string): ParsedFile {
  return parseName(name.length > maxLength ? name.slice(0, maxLength) : name)
}
