import hdr from 'hdr-histogram-js'
import type { Histogram } from 'hdr-histogram-js'

/** Longer answers count as this long. */
const longestMs = 120_000
const bucketBits = 32

export type Latencies = {
  /** For the database. */
  readonly text: string
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Adds latencies in milliseconds to a stored histogram; null: there is none yet. Exact to one part in a hundred. */
export function addLatencies(stored: string | null, added: readonly number[]): Latencies | null {
  if (stored === null && added.length === 0) return null
  const histogram = stored === null ? empty() : read(stored)
  for (const ms of added) histogram.recordValue(Math.min(longestMs, Math.max(1, Math.round(ms))))
  return {
    text: hdr.encodeIntoCompressedBase64(histogram),
    p50: histogram.getValueAtPercentile(50),
    p95: histogram.getValueAtPercentile(95),
    p99: histogram.getValueAtPercentile(99),
  }
}

function empty(): Histogram {
  return hdr.build({
    bitBucketSize: bucketBits,
    autoResize: false,
    lowestDiscernibleValue: 1,
    highestTrackableValue: longestMs,
    numberOfSignificantValueDigits: 2,
    useWebAssembly: false,
  })
}

function read(text: string): Histogram {
  return hdr.decodeFromCompressedBase64(text, bucketBits, false, longestMs)
}
