import type { ParsedFile } from '../../model/parsed-file.ts'
import { readName } from './read-name.ts'
import { subtitleContainers, videoContainers } from './tables/containers.ts'

/** Longer names are cut: file systems allow 255 characters, trackers hardly more. */
const maxLength = 320
const maxPath = 1_000
const maxFolders = 3

/** The folders of a path and its file, outermost first; a name with slashes of its own stays whole. */
function splitPath(name: string): string[] {
  const cut = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'))
  if (cut < 0) return [name]
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const isFile =
    name.lastIndexOf('.') > cut && (videoContainers.has(ending) || subtitleContainers.has(ending))
  if (!isFile) return [name]
  const parts = name.split(/(?<! )[/\\](?! )/).filter((part) => part !== '')
  return parts.slice(-1 - maxFolders)
}

const fill = <T>(values: readonly T[], further: readonly T[]) =>
  values.length > 0 ? values : further

/** What a file says, completed by what its folder says. */
function within(folder: ParsedFile, file: ParsedFile): ParsedFile {
  const isBare = file.seasons.length === 0 && file.year === null
  const isNamedByFolder = isBare && (folder.seasons.length > 0 || folder.year !== null)
  return {
    title: isNamedByFolder ? (folder.title ?? file.title) : (file.title ?? folder.title),
    year: file.year ?? folder.year,
    seasons: fill(file.seasons, folder.seasons),
    episodes: fill(file.episodes, folder.episodes),
    date: file.date ?? folder.date,
    resolution: file.resolution ?? folder.resolution,
    quality: file.quality ?? folder.quality,
    encode: file.encode ?? folder.encode,
    visualTags: fill(file.visualTags, folder.visualTags),
    audioTags: fill(file.audioTags, folder.audioTags),
    audioChannels: fill(file.audioChannels, folder.audioChannels),
    languages: fill(file.languages, folder.languages),
    subtitles: fill(file.subtitles, folder.subtitles),
    releaseGroup: file.releaseGroup ?? folder.releaseGroup,
    container: file.container,
    network: file.network ?? folder.network,
    edition: file.edition ?? folder.edition,
    flags: fill(file.flags, folder.flags),
  }
}

/**
 * Reads a release name, a file name or a path. Never fails: what the name does not say is null or
 * empty. Languages are all that the name tells, those of subtitles included. Only the first 320
 * characters of a name and of each folder are read.
 */
export function parseReleaseName(name: string): ParsedFile {
  const [first = '', ...inner] = splitPath(name.slice(0, maxPath))
  const read = (part: string) => readName(part.slice(0, maxLength))
  return inner.reduce((folder, part) => within(folder, read(part)), read(first))
}
