import { RE2JSException, RE2Set } from 're2js'

/**
 * The only file that imports re2js, which parses and compiles patterns; our own automaton runs what it compiled. Its own matcher for sets of
 * patterns takes twice as long on the first names and 11 to 40 times as long on hostile patterns, and the native `re2` needs a compiler or
 * a download when it is installed. What is read here is no public interface of re2js: `test/search/re2js.test.ts` fails when it changes.
 */

/** One step of a compiled pattern. */
export type Instruction = {
  readonly op: number
  readonly out: number
  readonly arg: number
  readonly runes: Int32Array
  matchRune(rune: number): boolean
}

/** Values of `op`. */
export const op = {
  alternative: 1,
  alternativeMatch: 2,
  capture: 3,
  assertion: 4,
  fail: 5,
  match: 6,
  nothing: 7,
  rune: 8,
  oneRune: 9,
  anyRune: 10,
  anyRuneButNewline: 11,
} as const

/** Bits of an assertion's `arg`. */
export const assertion = {
  beginLine: 1,
  endLine: 2,
  beginText: 4,
  endText: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const

/** Classes of runes that all instructions treat alike. */
export type RuneClasses = {
  /** First runes of all classes but the first, in order. */
  readonly classBounds: Int32Array
  runeClass(rune: number): number
}

/** Patterns compiled together; a match instruction's `arg` is the pattern's place among them. */
export type CompiledPatterns = {
  readonly instructions: readonly Instruction[]
  readonly start: number
  readonly classes: RuneClasses
}

export function createCompiler() {
  const set = new RE2Set()
  return {
    /** Throws a `SyntaxError` that says what is wrong with the pattern. */
    add(pattern: string): void {
      try {
        set.add(pattern)
      } catch (error) {
        if (!(error instanceof RE2JSException)) throw error
        throw new SyntaxError(error.message.replace(/^error parsing regexp: /, ''), {
          cause: error,
        })
      }
    },

    compile(): CompiledPatterns {
      set.compile()
      return { instructions: set.prog.inst, start: set.prog.start, classes: set.dfa }
    },
  }
}
