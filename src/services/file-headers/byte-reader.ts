import { setImmediate } from 'node:timers/promises'

/** Bytes of a file from a place on; `total` is the length of the file, null if unknown. */
export type FetchedRange = { readonly bytes: Buffer; readonly total: number | null }

/** Answers with at most `length` bytes; none past the end, and where the server has no ranges. */
export type FetchRange = (from: number, length: number) => Promise<FetchedRange>

export type ByteReader = ReturnType<typeof createByteReader>

const mostBytes = 2 ** 20
const mostRequests = 12
/** Holds the whole header of most files. */
export const firstBytes = 128 * 1024
const nextBytes = 48 * 1024
/** A track's name comes before the next track. */
const beforeBytes = 4 * 1024
/** What is read already comes without a pause, and a file may be made of tiny boxes. */
const mostReads = 20_000
const pauseEvery = 250
const none = Buffer.alloc(0)

/** Reads a file here and there in few requests, and never more than 1 MB of it. */
export function createByteReader(fetch: FetchRange) {
  const parts: { readonly from: number; readonly bytes: Buffer }[] = []
  let leftBytes = mostBytes
  let leftRequests = mostRequests
  let reads = 0
  let end = Infinity
  let isCutShort = false

  function held(from: number, length: number): Buffer | null {
    const until = Math.min(from + length, end)
    const part = parts.find((one) => one.from <= from && until <= one.from + one.bytes.length)
    return part ? part.bytes.subarray(from - part.from, until - part.from) : null
  }

  async function fetchPart(from: number, length: number): Promise<void> {
    const isFirst = parts.length === 0
    const start = isFirst ? from : Math.max(0, from - beforeBytes)
    const wanted = Math.max(from + length - start, isFirst ? firstBytes : nextBytes)
    const { bytes, total } = await fetch(start, Math.min(wanted, leftBytes))
    const taken = bytes.subarray(0, leftBytes)
    leftBytes -= taken.length
    end = Math.min(end, total ?? Infinity)
    parts.push({ from: start, bytes: taken })
  }

  function refuse(): Buffer {
    isCutShort = true
    return none
  }

  return {
    /** Whether bytes that are in the file, as far as is known, could not be had. */
    isCutShort: (): boolean => isCutShort,

    /** None where not all of them can be had: past the end, or too much was read. Fails as the request does. */
    async read(from: number, length: number): Promise<Buffer> {
      if (!Number.isSafeInteger(from + length) || from < 0 || from >= end || length <= 0)
        return none
      reads += 1
      if (reads > mostReads) return refuse()
      if (reads % pauseEvery === 0) await setImmediate()
      const known = held(from, length)
      if (known) return known
      if (length + beforeBytes > leftBytes || leftRequests === 0) return refuse()
      leftRequests -= 1
      await fetchPart(from, length)
      return held(from, length) ?? (from < end ? refuse() : none)
    },
  }
}
