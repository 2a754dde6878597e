import { PlanProblem } from '../plan-problem.ts'
import { makeAll } from '../problems.ts'
import { type Automaton, createAutomaton, type WorkPool } from './automaton.ts'
import { wordSize } from './pattern-bits.ts'
import { estimateSize } from './pattern-size.ts'
import { compileProgram, type Pattern } from './program.ts'

export type PatternSet = {
  /** 30 bits to a word. The array is reused by the next call. Only the first 500 characters of a text are read. */
  match(first: string | null, second?: string | null, third?: string | null): Int32Array
}

type Part = { readonly from: number; readonly count: number; readonly automaton: Automaton }

const maxPatternSize = 10_000
const maxPartSize = 20_000
const maxTotalSize = 150_000
const maxTextLength = 500

/** Work before an automaton is split: patterns like `A.*B` are small alone and multiply together. */
const workBeforeSplit = 100_000

/**
 * In units of about 15 ns: at first, added by each text, most for one text. Patterns that keep exceeding it stop being
 * evaluated and count as no match, so that no configuration can block the server.
 */
const startingWork = 20_000_000
const workPerText = 1_000
const maxWorkOnText = 500_000

/** Table entries of 4 bytes for all automata of a set, and the bounds for one automaton. */
const totalCapacity = 1 << 20
const minCapacity = 1 << 12
const maxCapacity = 1 << 17

/** Throws PlanProblems for patterns that are wrong or too large. */
export function createPatternSet(patterns: readonly Pattern[]): PatternSet {
  const sizes = measure(patterns)
  const pool: WorkPool = { units: startingWork, floor: 0 }
  const words = new Int32Array(Math.ceil(patterns.length / wordSize))
  let parts = makeAll(
    Array.from(words, (_, word) => () => {
      const from = word * wordSize
      return makeParts(from, Math.min(wordSize, patterns.length - from))
    }),
  ).flat()

  function makeParts(from: number, count: number): Part[] {
    const size = sizes.slice(from, from + count).reduce((sum, one) => sum + one, 0)
    if (size > maxPartSize && count > 1) return halves(from, count)
    const program = compileProgram(patterns.slice(from, from + count))
    const share = (totalCapacity * count) / patterns.length
    const capacity = Math.min(Math.max(share, minCapacity), maxCapacity)
    return [{ from, count, automaton: createAutomaton(program, pool, capacity) }]
  }

  function halves(from: number, count: number): Part[] {
    const middle = count >> 1
    return [...makeParts(from, middle), ...makeParts(from + middle, count - middle)]
  }

  function match(first: string | null, second: string | null = null, third: string | null = null) {
    words.fill(0)
    if (first !== null) scan(first)
    if (second !== null && second !== first) scan(second)
    if (third !== null && third !== first && third !== second) scan(third)
    return words
  }

  function scan(text: string): void {
    const read = text.length > maxTextLength ? text.slice(0, maxTextLength) : text
    pool.units = Math.min(pool.units + workPerText, startingWork)
    pool.floor = Math.max(0, pool.units - maxWorkOnText)
    for (const { from, automaton } of parts) {
      if (pool.units <= pool.floor) break
      words[(from / wordSize) | 0]! |= automaton.scan(read) << (from % wordSize)
      pool.units -= read.length >> 2
    }
    if (parts.some(isCostly)) {
      parts = parts.flatMap((part) => (isCostly(part) ? halves(part.from, part.count) : [part]))
    }
  }

  return { match }
}

function isCostly({ count, automaton }: Part): boolean {
  return count > 1 && automaton.spent() > workBeforeSplit
}

function measure(patterns: readonly Pattern[]): number[] {
  let total = 0
  return patterns.map(({ pattern, path }) => {
    const size = estimateSize(pattern)
    if (size > maxPatternSize) {
      throw new PlanProblem(path, 'PATTERN_TOO_LARGE')
    }
    total += size
    if (total > maxTotalSize) {
      throw new PlanProblem(path, 'PATTERNS_TOO_LARGE')
    }
    return size
  })
}
