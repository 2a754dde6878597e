import fc from 'fast-check'
import type { IAsyncProperty } from 'fast-check'

const seconds = Number(process.env['FUZZ_SECONDS'] ?? 10)
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** What a test of `fuzz` may take: the last case, and finding a small one after a failure, take longer than the limit. */
export const fuzzTimeoutMs = (seconds + 120) * 1_000

/** Tries cases for FUZZ_SECONDS, 10 unless set; FUZZ_SEED repeats those of an earlier run. */
export async function fuzz<Case>(what: string, property: IAsyncProperty<Case>): Promise<void> {
  console.log(`${what}: FUZZ_SEED=${seed}, for ${seconds} s`)
  await fc.assert(property, {
    seed,
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1_000,
  })
}
