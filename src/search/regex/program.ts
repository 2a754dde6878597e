import { PlanProblem } from '../plan-problem.ts'
import { makeAll } from '../problems.ts'
import { createCompiler, type Instruction, op, type RuneClasses } from './re2js.ts'

/** A pattern of RE2's dialect and where it stands in the configuration. */
export type Pattern = { readonly pattern: string; readonly path: string }

/** Several patterns compiled into one program; a match instruction's `arg` is the pattern's place in the list. */
export type Program = {
  readonly instructions: readonly Instruction[]
  readonly start: number
  /** One rune of each class of runes that all instructions treat alike. */
  readonly representatives: readonly number[]
  readonly classOf: (rune: number) => number
}

/** Compiles patterns together. Throws the PlanProblems of those that are not RE2's dialect. */
export function compileProgram(patterns: readonly Pattern[]): Program {
  const compiler = createCompiler()
  makeAll(patterns.map((pattern) => () => add(compiler, pattern)))
  const { instructions, start, classes } = compiler.compile()
  return { instructions, start, ...mergeClasses(classes, instructions) }
}

function add(compiler: ReturnType<typeof createCompiler>, { pattern, path }: Pattern): void {
  try {
    compiler.add(pattern)
  } catch (error) {
    if (error instanceof SyntaxError) throw new PlanProblem(path, explain(error.message))
    throw error
  }
}

/** Merges the compiler's classes of ASCII runes that no instruction tells apart, such as `a` and `A` under `(?i)`, which halves the automaton's tables. */
function mergeClasses(runeClasses: RuneClasses, instructions: readonly Instruction[]) {
  const firstRunes = [0, ...runeClasses.classBounds]
  const readers = distinctReaders(instructions)
  const merged = new Map<string, number>()
  const representatives: number[] = []
  const classes = firstRunes.map((rune) => {
    const key =
      rune < 128
        ? `${isWordRune(rune)}${rune === 10}${readers.map((reader) => (reader.matchRune(rune) ? 1 : 0)).join('')}`
        : `rune ${rune}`
    const known = merged.get(key)
    if (known !== undefined) return known
    merged.set(key, representatives.length)
    return representatives.push(rune) - 1
  })
  return { representatives, classOf: (rune: number) => classes[runeClasses.runeClass(rune)]! }
}

/** The instructions that read one rune out of a set, without those that share the set (and the case folding in `arg`) with another. */
function distinctReaders(instructions: readonly Instruction[]): Instruction[] {
  const seen = new Map<unknown, Set<number>>()
  return instructions.filter((instruction) => {
    if (instruction.op !== op.rune && instruction.op !== op.oneRune) return false
    const foldings = seen.get(instruction.runes) ?? new Set()
    seen.set(instruction.runes, foldings)
    return foldings.size < foldings.add(instruction.arg).size
  })
}

export function isWordRune(rune: number): boolean {
  return (
    (rune >= 48 && rune <= 57) ||
    (rune >= 65 && rune <= 90) ||
    rune === 95 ||
    (rune >= 97 && rune <= 122)
  )
}

function explain(problem: string): string {
  const hint = /\(\?[=!<]/.test(problem)
    ? '; there is no look-ahead and look-behind, write two rules instead'
    : /\\[1-9]/.test(problem)
      ? '; there are no back-references'
      : ''
  return `is not a regular expression of RE2's dialect: ${problem}${hint}`
}
