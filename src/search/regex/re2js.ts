import { RE2JSException, RE2Set } from 're2js'

/**
 * The only file that imports re2js, which compiles patterns for our own automaton. Its set matcher takes twice as long on
 * first names and 11 to 40 times as long on hostile patterns; the native `re2` needs a compiler or a download. The internals
 * read here are not public: `test/search/re2js.test.ts` fails when they change.
 */

export type Instruction = {
  readonly op: number
  readonly out: number
  readonly arg: number
  readonly runes: Int32Array
  matchRune(rune: number): boolean
}

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

export const assertion = {
  beginLine: 1,
  endLine: 2,
  beginText: 4,
  endText: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const

export type RuneClasses = {
  /** First runes of all classes but the first, in order. */
  readonly classBounds: Int32Array
  runeClass(rune: number): number
}

export type CompiledPatterns = {
  readonly instructions: readonly Instruction[]
  readonly start: number
  readonly classes: RuneClasses
}

export function createCompiler() {
  const set = new RE2Set()
  return {
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
