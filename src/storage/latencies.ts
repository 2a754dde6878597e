import { TDigest } from 'tdigest'

type Centroid = readonly [mean: number, count: number]

/** Whole milliseconds. */
type Percentiles = { readonly p50: number; readonly p95: number; readonly p99: number }

export type Latencies = Percentiles & {
  /** For the database. */
  readonly text: string
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

/** Of stored t-digests together; null: there are none. Sorting their means is much faster than the library's tree. */
export function percentilesOf(stored: readonly string[]): Percentiles | null {
  if (stored.length === 0) return null
  const counts = new Map<number, number>()
  let total = 0
  for (const digest of JSON.parse(`[${stored.join(',')}]`) as readonly (readonly Centroid[])[]) {
    for (const centroid of digest) {
      const mean = centroid[0]
      counts.set(mean, (counts.get(mean) ?? 0) + centroid[1])
      total += centroid[1]
    }
  }
  const means = Float64Array.from(counts.keys()).toSorted()
  const at = (share: number): number => Math.round(valueAt(means, counts, share * total))
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** As the library has it, half of the values of a centroid lie below its mean. */
function valueAt(means: Float64Array, counts: ReadonlyMap<number, number>, rank: number): number {
  let below = 0
  let lower = means[0]!
  let lowerRank = 0
  for (const mean of means) {
    const count = counts.get(mean)!
    const middle = below + count / 2
    if (middle >= rank) {
      return lower + ((mean - lower) * (rank - lowerRank)) / (middle - lowerRank)
    }
    below += count
    lower = mean
    lowerRank = middle
  }
  return lower
}
