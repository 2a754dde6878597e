import type { Work } from '../../core/scheduler.ts'
import type { Stream } from '../../model/search-result.ts'
import { createGroups, type Groups } from './groups.ts'
import { areAlikeInSize, createIdentities, sizeTolerance } from './identities.ts'
import { signatureOf } from './signature.ts'

export type DuplicateKey = 'infoHash' | 'filename' | 'smart'

const streamsPerPause = 512
const gridStep = Math.log2(1 + sizeTolerance)
/** Leaves room to store a grid position and another number in one exact number. */
const gridRoom = 2 ** 16

/**
 * Groups streams of the same release: by address, file inside a torrent, distinctive file name, or name and size (`smart`).
 * Streams of different episodes, or different files of one torrent, are never grouped. `takesPart` false: stays alone.
 */
export function* groupDuplicates(
  streams: readonly Stream[],
  keys: ReadonlySet<DuplicateKey>,
  takesPart: (stream: Stream) => boolean,
): Work<Groups> {
  const groups = createGroups(streams.length)
  const meeting = createMeeting(streams, groups)
  for (const [index, stream] of streams.entries()) {
    if (index % streamsPerPause === streamsPerPause - 1) yield
    if (!takesPart(stream)) continue
    meeting.byAddress(stream, index)
    if (stream.type === 'external') continue
    if (keys.has('infoHash') && meeting.byTorrent(stream, index)) continue
    const { file, isDistinctive, release } = signatureOf(stream)
    if (keys.has('filename') && file !== null) {
      if (isDistinctive) meeting.byName(file, index)
      else meeting.bySize(file, index)
    }
    if (keys.has('smart') && release !== null) meeting.bySize(release, index)
  }
  yield* meeting.joinWholeTorrents(takesPart)
  return groups
}

/** Joins each stream's group with earlier ones it shares something with. */
function createMeeting(streams: readonly Stream[], groups: Groups) {
  const identities = createIdentities(streams, groups)
  const byTorrent = new Map<string, number>()
  const torrentsOfManyFiles = new Set<string>()
  const byFile = new Map<string, number>()
  const byAddress = new Map<string, number>()
  const byName = new Map<string, number>()
  const numbers = new Map<string, number>()
  const bySize = new Map<number, number>()

  function join(a: number, b: number): boolean {
    const [rootA, rootB] = [groups.find(a), groups.find(b)]
    return rootA === rootB || identities.join(rootA, rootB)
  }

  function meet<K>(first: Map<K, number>, key: K, index: number): void {
    const other = first.get(key)
    if (other === undefined) first.set(key, index)
    else join(other, index)
  }

  /** Under two keys, so that sizes on either side of a border meet. */
  function meetBySize(name: string, index: number): void {
    const { size } = streams[index]!
    if (size === null) return
    const number = numberOf(numbers, name) * gridRoom
    const place = Math.log2(size) / gridStep
    for (const key of [2 * Math.floor(place), 2 * Math.floor(place + 0.5) + 1]) {
      const other = bySize.get(number + key)
      if (other === undefined) bySize.set(number + key, index)
      else if (areAlikeInSize(streams[groups.find(other)]!, streams[index]!)) join(other, index)
    }
  }

  /** True: the same file of the same torrent came before, and nothing else need be compared. */
  function meetByTorrent(stream: Stream, index: number): boolean {
    const { infoHash, fileIdx, filename } = stream
    if (infoHash === null) return false
    const first = byTorrent.get(infoHash)
    if (first === undefined) {
      byTorrent.set(infoHash, index)
      return false
    }
    const twin = streams[first]!
    if (twin.fileIdx === fileIdx && twin.filename === filename) return join(first, index)
    if (!torrentsOfManyFiles.has(infoHash)) {
      torrentsOfManyFiles.add(infoHash)
      meetByFile(infoHash, first)
    }
    meetByFile(infoHash, index)
    return false
  }

  function meetByFile(infoHash: string, index: number): void {
    const stream = streams[index]!
    const { file } = signatureOf(stream)
    if (stream.fileIdx !== null) meet(byFile, `${infoHash} ${stream.fileIdx}`, index)
    if (file !== null) meet(byFile, `${infoHash}/${file}`, index)
    if (stream.fileIdx === null && file === null) meet(byFile, infoHash, index)
  }

  /** A stream that names no file is the file that all others of its torrent name, if they agree. */
  function* joinWholeTorrents(takesPart: (stream: Stream) => boolean): Work<void> {
    if (torrentsOfManyFiles.size === 0) return
    const files = new Map<string, number>()
    for (const [index, stream] of streams.entries()) {
      if (index % streamsPerPause === streamsPerPause - 1) yield
      const { infoHash } = stream
      if (infoHash === null || !torrentsOfManyFiles.has(infoHash)) continue
      if (!takesPart(stream) || namesNoFile(stream)) continue
      const root = groups.find(index)
      files.set(infoHash, (files.get(infoHash) ?? root) === root ? root : -1)
    }
    for (const infoHash of torrentsOfManyFiles) {
      const whole = byFile.get(infoHash)
      const file = files.get(infoHash)
      if (whole !== undefined && file !== undefined && file >= 0) join(file, whole)
    }
  }

  return {
    byAddress(stream: Stream, index: number): void {
      const address = addressOf(stream)
      if (address !== null) meet(byAddress, address, index)
    },
    byName: (name: string, index: number): void => meet(byName, name, index),
    bySize: meetBySize,
    byTorrent: meetByTorrent,
    joinWholeTorrents,
  }
}

/** Null if its torrent identifies it. A page and a file at one address are two things. */
function addressOf({ type, infoHash, url, nzbUrl, ytId, externalUrl }: Stream): string | null {
  if (type === 'external') return externalUrl === null ? null : `page ${externalUrl}`
  if (infoHash !== null && type !== 'http') return null
  return url ?? nzbUrl ?? ytId
}

function namesNoFile({ fileIdx, filename }: Stream): boolean {
  return fileIdx === null && filename === null
}

function numberOf(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text)
  if (known !== undefined) return known
  numbers.set(text, numbers.size)
  return numbers.size - 1
}
