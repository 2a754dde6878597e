import type { ParsedFile } from '../../model/parsed-file.ts'
import type { Stream } from '../../model/search-result.ts'
import { titleWords } from '../filters/title.ts'
import { hasVideoExtension } from '../text/release-line.ts'

export type Signature = {
  readonly filename: string | null
  /** Without extension, case and kind of separators. */
  readonly file: string | null
  /** `S05E14.mkv` alone does not identify a release: many torrents contain it. */
  readonly isDistinctive: boolean
  /** Title, numbering and technical tags; null where they are too few to call two results the same. */
  readonly release: string | null
}

/** Parsed names are shared between sources and searches; so are their signatures. */
const signatures = new WeakMap<ParsedFile, Signature>()
/** A search meets few titles, over and over. */
const plainTitles = new Map<string, string>()
const maxTitles = 2_000

export function signatureOf({ parsedFile, filename }: Stream): Signature {
  const known = signatures.get(parsedFile)
  if (known && known.filename === filename) return known
  const file = filename === null ? null : plainFilename(filename)
  const signature = {
    filename,
    file,
    isDistinctive: file !== null && identifiesRelease(file, parsedFile),
    release: releaseOf(parsedFile),
  }
  signatures.set(parsedFile, signature)
  return signature
}

function releaseOf(file: ParsedFile): string | null {
  const { title, resolution, quality, encode, releaseGroup } = file
  if (title === null || resolution === null) return null
  if (quality === null && encode === null && releaseGroup === null) return null
  return [
    plainTitle(title),
    file.year,
    file.seasons,
    file.episodes,
    file.date,
    resolution,
    quality,
    encode,
    file.visualTags,
    file.audioTags,
    file.audioChannels,
    releaseGroup?.toLowerCase(),
    file.languages,
    file.network,
    file.edition,
    file.flags,
  ].join('|')
}

function plainTitle(title: string): string {
  const known = plainTitles.get(title)
  if (known !== undefined) return known
  if (plainTitles.size >= maxTitles) plainTitles.clear()
  const plain = titleWords(title).join(' ')
  plainTitles.set(title, plain)
  return plain
}

function plainFilename(filename: string): string {
  const end = hasVideoExtension(filename) ? filename.lastIndexOf('.') : filename.length
  return plainName(filename.slice(0, end))
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s._]+/g, '.')
}

function identifiesRelease(file: string, { title, resolution, releaseGroup }: ParsedFile): boolean {
  if (title === null || resolution === null || releaseGroup === null) return false
  return [title.split(' ', 1)[0]!, resolution, releaseGroup].every((part) =>
    file.includes(plainName(part)),
  )
}
