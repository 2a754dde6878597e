import type { ParsedFile } from '../../model/parsed-file.ts'
import { readName } from './read-name.ts'
import { subtitleContainers, videoContainers } from './tables/containers.ts'

/** File systems allow 255 characters, trackers hardly more. */
const maxLength = 320
const maxPath = 1_000
const maxFolders = 3

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

/** Never fails: what a name does not say is null or empty. Reads 320 characters of a name and of each folder. */
export function parseReleaseName(name: string): ParsedFile {
  const [first = '', ...inner] = splitPath(name.slice(0, maxPath))
  const read = (part: string) => readName(part.slice(0, maxLength))
  return inner.reduce((folder, part) => within(folder, read(part)), read(first))
}
