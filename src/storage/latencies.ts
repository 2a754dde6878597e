import { TDigest } from 'tdigest'

type Centroid = readonly [mean: number, count: number]

export type Latencies = {
  /** For the database. */
  readonly text: string
  /** Whole milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Adds latencies in milliseconds to a stored t-digest; null: there is none. Percentiles are right to about a hundredth. */
export function addLatencies(stored: string | null, added: readonly number[]): Latencies | null {
  if (stored === null && added.length === 0) return null
  const digest = new TDigest()
  const known = stored === null ? [] : (JSON.parse(stored) as readonly Centroid[])
  for (const [mean, n] of known) digest.push_centroid({ mean, n })
  for (const ms of added) digest.push(ms)
  digest.compress()
  const at = (share: number): number => Math.round(digest.percentile(share) ?? 0)
  const centroids = digest.toArray().map(({ mean, n }): Centroid => [Math.round(mean * 10) / 10, n])
  return { text: JSON.stringify(centroids), p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
