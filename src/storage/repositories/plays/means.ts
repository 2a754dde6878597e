import type { KeptCache } from './kept-cache.ts'
import type { ScanBudget } from './scan.ts'

/** What a question is answered with: counts that are held in memory, and plays that may still be looked at. */
export type Means = { readonly cache: KeptCache; readonly budget: ScanBudget }
