import { PlanProblem } from '../plan-problem.ts'
import { makeAll } from '../problems.ts'
import { createCompiler, type Instruction, op, type RuneClasses } from './re2js.ts'

export type Pattern = { readonly pattern: string; readonly path: string }

export type Program = {
  readonly instructions: readonly Instruction[]
  readonly start: number
  readonly representatives: readonly number[]
  readonly classOf: (rune: number) => number
}

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
    if (error instanceof SyntaxError) throw explain(path, error.message)
    throw error
  }
}

/** Merges ASCII classes that no instruction distinguishes, such as `a` and `A` under `(?i)`: half the table size. */
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

/** Without readers that share their set and case folding with another. */
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

function explain(path: string, text: string): PlanProblem {
  const code = /\(\?[=!<]/.test(text)
    ? 'PATTERN_LOOKS_AROUND'
    : /\\[1-9]/.test(text)
      ? 'PATTERN_REFERS_BACK'
      : 'PATTERN_INVALID'
  return new PlanProblem(path, code, { problem: text })
}
