import type { ParsedFile } from '../../model/parsed-file.ts'
import type { Stream } from '../../model/search-result.ts'
import type { SourceStream } from '../../model/source.ts'
import type { StreamType } from '../../model/vocabulary.ts'
import type { Facts } from '../text/facts.ts'
import { readFacts } from '../text/read-facts.ts'
import { infoHashInUrl, normalizeInfoHash, readMagnet } from '../text/info-hash.ts'
import { type Label, readLabel } from '../text/label.ts'
import { chooseNames, filenameInUrl, type Names } from '../text/names.ts'
import { serviceNamed } from '../text/services.ts'
import { emptyParsedFile, fillFromFolder, fillTags, union } from './fill-parsed.ts'

export type StreamOrigin = {
  readonly id: string
  readonly name: string
  readonly index: number
  /** The type asked for: what a source sends for `tv` is live. */
  readonly mediaType?: string
}

export type StreamParser = (raw: SourceStream, source: StreamOrigin, position: number) => Stream

const maxLabel = 500
const maxDescription = 4_000
const maxName = 500
const maxTagText = 100
const maxServiceUrl = 1_000
const maxLabels = 1_000
const maxInt = 2 ** 31 - 1
const none: readonly never[] = []

/** `parseName` reads release names and should remember them. */
export function createStreamParser({
  parseName,
}: {
  parseName: (name: string) => ParsedFile
}): StreamParser {
  const labelOf = createLabels()
  const parsedFileOf = createParsedFiles(parseName)
  return (raw, source, position) => parseStream(raw, source, position, labelOf, parsedFileOf)
}

type LabelOf = ReturnType<typeof createLabels>
type ParsedFileOf = ReturnType<typeof createParsedFiles>

function createLabels() {
  // A source uses few labels, each for hundreds of streams.
  const labels = new Map<string, Label>()

  return (text: string): Label => {
    const known = labels.get(text)
    if (known) return known
    if (labels.size >= maxLabels) labels.clear()
    const label = readLabel(text)
    labels.set(text, label)
    return label
  }
}

function createParsedFiles(parseName: (name: string) => ParsedFile) {
  /** Sources and searches share pairs of names; equal pairs share one object. */
  const filled = new WeakMap<ParsedFile, { folder: ParsedFile; result: ParsedFile }>()

  function fill(file: ParsedFile, folder: ParsedFile): ParsedFile {
    const known = filled.get(file)
    if (known?.folder === folder) return known.result
    const result = fillFromFolder(file, folder)
    filled.set(file, { folder, result })
    return result
  }

  return ({ filename, folderName }: Names, labelText: string, tags: string): ParsedFile => {
    let parsed = filename === null ? emptyParsedFile : parseName(filename)
    if (folderName !== null) parsed = fill(parsed, parseName(folderName))
    if (filename !== null && parsed.resolution !== null && tags === '') return parsed
    const tagText = `${labelText.slice(0, maxTagText)}${tags}`.replaceAll('\n', ' ').trim()
    return tagText === '' ? parsed : fillTags(parsed, parseName(tagText))
  }
}

function parseStream(
  raw: SourceStream,
  source: StreamOrigin,
  position: number,
  labelOf: LabelOf,
  parsedFileOf: ParsedFileOf,
): Stream {
  const originalName = cut(raw.name, maxLabel)
  const originalDescription = cut(raw.description, maxDescription)
  const stated = raw.filename === null || raw.filename === '' ? null : cut(raw.filename, maxName)
  const label = labelOf(originalName)
  const facts = readFacts(originalDescription, stated)

  const magnet = raw.url === null ? null : readMagnet(raw.url)
  const url = magnet ? null : raw.url
  const infoHash =
    (raw.infoHash === null ? null : normalizeInfoHash(raw.infoHash)) ??
    (magnet ? magnet.infoHash : url === null ? null : infoHashInUrl(url))
  const names = namesOf(stated, url, label, facts)
  const service = serviceOf(url ?? raw.nzbUrl, label, facts)
  const marked = label.cached ?? (facts.cached ? true : null)
  const type = typeOf(raw, url, infoHash, service, marked, label, facts, source.mediaType)
  const cached = type === 'debrid' || type === 'usenet' ? cachedOf(service, marked, label) : null

  const parsedFile = parsedFileOf(names, originalName, facts.tags)
  const listed = whole(facts.size ?? label.facts.size)
  const size = (whole(raw.videoSize) || null) ?? listed
  const duration = finite(facts.duration ?? label.facts.duration)
  return {
    infoHash,
    fileIdx: whole(raw.fileIdx, maxInt),
    sources: raw.sources.length === 0 && magnet ? magnet.sources : raw.sources,
    url,
    nzbUrl: raw.nzbUrl,
    ytId: raw.ytId,
    externalUrl: raw.externalUrl,
    filename: names.filename,
    folderName: names.folderName,
    size,
    folderSize: folderSizeOf(size, listed, whole(facts.folderSize)),
    seeders: whole(facts.seeders ?? label.facts.seeders, maxInt),
    age: finite(facts.age ?? label.facts.age),
    indexer: facts.indexer ?? label.facts.indexer,
    addon: source.name,
    type,
    service,
    cached,
    library: label.library,
    proxied: label.facts.proxied || facts.proxied,
    message: messageOf(type, facts, label, originalName, originalDescription),
    duration,
    bitrate: whole(facts.bitrate ?? label.facts.bitrate) ?? bitrateOf(size, duration),
    languages: union(union(parsedFile.languages, facts.languages), label.facts.languages),
    subtitles: union(union(parsedFile.subtitles, facts.subtitles), label.facts.subtitles),
    subtitleTracks: raw.subtitleTracks,
    videoHash: raw.videoHash,
    bingeGroup: raw.bingeGroup,
    notWebReady: raw.notWebReady,
    requestHeaders: raw.requestHeaders,
    responseHeaders: raw.responseHeaders,
    countryWhitelist: raw.countryWhitelist,
    private: label.facts.private || facts.private,
    parsedFile,
    name: null,
    description: null,
    sourceId: source.id,
    sourceIndex: source.index,
    position,
    originalName,
    originalDescription,
    regexScore: 0,
    regexNames: none,
    expressionScore: 0,
  }
}

function serviceOf(link: string | null, label: Label, facts: Facts): string | null {
  if (link === null) return null
  return label.service ?? facts.service ?? serviceNamed(link.slice(0, maxServiceUrl))
}

function namesOf(stated: string | null, url: string | null, label: Label, facts: Facts): Names {
  const names = chooseNames(stated, facts.names)
  if (names.filename !== null) return names
  const labelNames = label.facts.names.filter(({ text }) => !text.includes(' '))
  return chooseNames(url === null ? null : filenameInUrl(url), labelNames)
}

function typeOf(
  raw: SourceStream,
  url: string | null,
  infoHash: string | null,
  service: string | null,
  marked: boolean | null,
  label: Label,
  facts: Facts,
  mediaType: string | undefined,
): StreamType {
  if (raw.nzbUrl !== null) return 'usenet'
  if (url !== null) {
    if (service === 'easynews' || label.usenet || facts.usenet) return 'usenet'
    if (service !== null || marked !== null) return 'debrid'
    return label.live || facts.live || mediaType === 'tv' ? 'live' : 'http'
  }
  if (infoHash !== null) return 'p2p'
  if (raw.ytId !== null) return 'youtube'
  if (label.error || facts.error) return 'error'
  return raw.externalUrl !== null && !label.statistic ? 'external' : 'statistic'
}

/** Easynews and the user's own library always play at once. */
function cachedOf(service: string | null, marked: boolean | null, label: Label): boolean | null {
  return marked ?? (service === 'easynews' || label.library ? true : null)
}

function messageOf(
  type: StreamType,
  facts: Facts,
  label: Label,
  name: string,
  description: string,
): string | null {
  if (type === 'error' || type === 'statistic' || type === 'external') {
    return description.trim() || name.trim() || null
  }
  if (facts.remarks.length === 0 && label.facts.remarks.length === 0) return null
  return [...label.facts.remarks, ...facts.remarks].join('\n')
}

/** A listed size clearly larger than the file is the folder's. */
function folderSizeOf(
  size: number | null,
  listed: number | null,
  folderSize: number | null,
): number | null {
  if (folderSize !== null || size === null || listed === null) return folderSize
  return listed > size * 1.05 ? listed : null
}

export function bitrateOf(size: number | null, duration: number | null): number | null {
  return size === null || duration === null || duration <= 0
    ? null
    : whole(Math.round((size * 8) / duration))
}

/** One number that no interface can answer would fail the whole search. */
function whole(value: number | null, max: number = Number.MAX_SAFE_INTEGER): number | null {
  return Number.isInteger(value) && value! >= 0 && value! <= max ? value : null
}

function finite(value: number | null): number | null {
  return Number.isFinite(value) && value! >= 0 ? value : null
}

/** A copy, so that a short piece does not keep a huge answer in memory. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString().trimEnd()
}
