import type { Baseline } from '../baseline.ts'
import type { Figure } from '../table.ts'
import type { Upstream } from '../upstream.ts'

export type Bench = {
  readonly upstream: Upstream
  readonly baseline: Baseline
  /** Fewer rounds: enough to see that something is many times too slow. */
  readonly quick: boolean
  /** A folder with `visible.jsonl` and `score.mjs`, where there is one. */
  readonly namesFolder: string | undefined
  /** A folder with anime lists as their projects publish them, where there is one. */
  readonly animeFolder: string | undefined
}

/** Something to measure. It leaves nothing running. */
export type Row = (bench: Bench) => Promise<readonly Figure[]>
