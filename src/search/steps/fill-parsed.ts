import { absentValue } from '../../model/field-table.ts'
import { parsedFileFields, type ParsedFile } from '../../model/parsed-file.ts'

export const emptyParsedFile = Object.fromEntries(
  Object.entries(parsedFileFields).map(([name, row]) => [name, absentValue(row)]),
) as unknown as ParsedFile

/** The folder fills what the file's name leaves out, and gives the title if that name says little. */
export function fillFromFolder(file: ParsedFile, folder: ParsedFile): ParsedFile {
  const filled = fillGaps(file, folder)
  const better = folder.title !== null && saysLittle(file)
  return better ? { ...filled, title: folder.title } : filled
}

/** The file's own numbering wins: a folder of many episodes does not say which one this is. */
export function fillGaps(file: ParsedFile, other: ParsedFile): ParsedFile {
  const numbered = file.seasons.length > 0 || file.episodes.length > 0
  return {
    title: file.title ?? other.title,
    year: file.year ?? other.year,
    seasons: either(file.seasons, other.seasons),
    episodes: numbered ? file.episodes : other.episodes,
    date: file.date ?? other.date,
    resolution: file.resolution ?? other.resolution,
    quality: file.quality ?? other.quality,
    encode: file.encode ?? other.encode,
    visualTags: either(file.visualTags, other.visualTags),
    audioTags: either(file.audioTags, other.audioTags),
    audioChannels: either(file.audioChannels, other.audioChannels),
    languages: either(file.languages, other.languages),
    subtitles: either(file.subtitles, other.subtitles),
    releaseGroup: file.releaseGroup ?? other.releaseGroup,
    container: file.container ?? other.container,
    network: file.network ?? other.network,
    edition: file.edition ?? other.edition,
    flags: union(file.flags, other.flags),
  }
}

export function fillTags(file: ParsedFile, tags: ParsedFile): ParsedFile {
  const filled = {
    ...file,
    resolution: file.resolution ?? tags.resolution,
    quality: file.quality ?? tags.quality,
    encode: file.encode ?? tags.encode,
    visualTags: either(file.visualTags, tags.visualTags),
    audioTags: either(file.audioTags, tags.audioTags),
    audioChannels: either(file.audioChannels, tags.audioChannels),
  }
  const unchanged =
    filled.resolution === file.resolution &&
    filled.quality === file.quality &&
    filled.encode === file.encode &&
    filled.visualTags === file.visualTags &&
    filled.audioTags === file.audioTags &&
    filled.audioChannels === file.audioChannels
  return unchanged ? file : filled
}

/** `01.mkv` or `Pilot.mkv`, whose title is not the show's. */
function saysLittle({ resolution, quality, encode, year, seasons }: ParsedFile): boolean {
  return (
    resolution === null &&
    quality === null &&
    encode === null &&
    year === null &&
    seasons.length === 0
  )
}

function either<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  return first.length === 0 && second.length > 0 ? second : first
}

export function union<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  if (second.length === 0) return first
  if (first.length === 0) return second
  const added = second.filter((item) => !first.includes(item))
  return added.length === 0 ? first : [...first, ...added]
}
