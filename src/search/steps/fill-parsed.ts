import type { ParsedFile } from '../../model/parsed-file.ts'

/** What a name that says nothing is read as. */
export const emptyParsedFile: ParsedFile = {
  title: null,
  year: null,
  seasons: [],
  episodes: [],
  date: null,
  resolution: null,
  quality: null,
  encode: null,
  visualTags: [],
  audioTags: [],
  audioChannels: [],
  languages: [],
  subtitles: [],
  releaseGroup: null,
  container: null,
  network: null,
  edition: null,
  flags: [],
}

/**
 * The file with what its own name leaves out taken from the folder that holds it. The file's numbering
 * wins: a folder of many episodes does not say which one of them this is.
 */
export function fillFromFolder(file: ParsedFile, folder: ParsedFile): ParsedFile {
  const numbered = file.seasons.length > 0 || file.episodes.length > 0
  return {
    title: (saysLittle(file) ? folder.title : null) ?? file.title ?? folder.title,
    year: file.year ?? folder.year,
    seasons: either(file.seasons, folder.seasons),
    episodes: numbered ? file.episodes : folder.episodes,
    date: file.date ?? folder.date,
    resolution: file.resolution ?? folder.resolution,
    quality: file.quality ?? folder.quality,
    encode: file.encode ?? folder.encode,
    visualTags: either(file.visualTags, folder.visualTags),
    audioTags: either(file.audioTags, folder.audioTags),
    audioChannels: either(file.audioChannels, folder.audioChannels),
    languages: either(file.languages, folder.languages),
    subtitles: either(file.subtitles, folder.subtitles),
    releaseGroup: file.releaseGroup ?? folder.releaseGroup,
    container: file.container ?? folder.container,
    network: file.network ?? folder.network,
    edition: file.edition ?? folder.edition,
    flags: union(file.flags, folder.flags),
  }
}

/** The file with technical tags filled from text that names no release, such as a label. */
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

/** File names like `01.mkv` or `Pilot.mkv`, whose title is not the show's. */
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

/** Both lists without repetition; the first one itself where the second adds nothing. */
export function union<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  if (second.length === 0) return first
  if (first.length === 0) return second
  const added = second.filter((item) => !first.includes(item))
  return added.length === 0 ? first : [...first, ...added]
}
