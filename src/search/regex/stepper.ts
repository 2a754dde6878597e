import { isWordRune, type Program } from './program.ts'
import { assertion, op } from './re2js.ts'

export const before = { word: 1, textStart: 2, lineStart: 4 } as const

export type Step = { readonly leaves: Int32Array; readonly accepted: number }

/** Steps through a program. `begin` starts a set of waiting instructions ("leaves": runes to match, assertions to check). */
export function createStepper({ instructions }: Program, pool: { units: number }) {
  const stack = new Int32Array(instructions.length * 2 + 2)
  const enterStack = new Int32Array(instructions.length * 2 + 2)
  const visitedHere = new Int32Array(instructions.length)
  const visitedNext = new Int32Array(instructions.length)
  const leaves = new Int32Array(instructions.length)
  let count = 0
  let generation = 0
  let accepted = 0

  function begin(): void {
    generation = (generation + 1) | 0
    count = 0
    accepted = 0
  }

  function take(leaf: number, rune: number, holds: number): void {
    let depth = 0
    stack[depth++] = leaf
    while (depth > 0) {
      const pc = stack[--depth]!
      if (visitedHere[pc] === generation) continue
      visitedHere[pc] = generation
      pool.units--
      const instruction = instructions[pc]!
      switch (instruction.op) {
        case op.alternative:
        case op.alternativeMatch:
          stack[depth++] = instruction.out
          stack[depth++] = instruction.arg
          break
        case op.nothing:
        case op.capture:
          stack[depth++] = instruction.out
          break
        case op.assertion:
          if ((instruction.arg & ~holds) === 0) stack[depth++] = instruction.out
          break
        case op.match:
          accepted |= 1 << instruction.arg
          break
        case op.rune:
        case op.oneRune:
          if (rune >= 0 && instruction.matchRune(rune)) enter(instruction.out)
          break
        case op.anyRune:
          if (rune >= 0) enter(instruction.out)
          break
        case op.anyRuneButNewline:
          if (rune >= 0 && rune !== 10) enter(instruction.out)
      }
    }
  }

  function enter(first: number): void {
    let depth = 0
    enterStack[depth++] = first
    while (depth > 0) {
      const pc = enterStack[--depth]!
      if (visitedNext[pc] === generation) continue
      pool.units--
      const instruction = instructions[pc]!
      switch (instruction.op) {
        case op.alternative:
        case op.alternativeMatch:
          visitedNext[pc] = generation
          enterStack[depth++] = instruction.out
          enterStack[depth++] = instruction.arg
          break
        case op.nothing:
        case op.capture:
          visitedNext[pc] = generation
          enterStack[depth++] = instruction.out
          break
        case op.match:
          accepted |= 1 << instruction.arg
          break
        case op.fail:
          break
        default:
          addLeaf(pc)
      }
    }
  }

  function addLeaf(pc: number): void {
    if (visitedNext[pc] === generation) return
    visitedNext[pc] = generation
    leaves[count++] = pc
  }

  function addStep(step: Step): void {
    accepted |= step.accepted
    for (const leaf of step.leaves) addLeaf(leaf)
  }

  return {
    begin,
    take,
    enter,
    addStep,
    /** A copy, because the buffer is reused. */
    result: (): Step => ({ leaves: leaves.slice(0, count), accepted }),
  }
}

/** Assertions that hold between the context and the next rune; -1 is the end of the text. */
export function assertionsAt(context: number, rune: number): number {
  let holds = 0
  if (context & before.textStart) holds |= assertion.beginText
  if (context & before.lineStart) holds |= assertion.beginLine
  if (rune < 0) holds |= assertion.endText | assertion.endLine
  if (rune === 10) holds |= assertion.endLine
  const boundary = isWordRune(rune) !== ((context & before.word) !== 0)
  return holds | (boundary ? assertion.wordBoundary : assertion.noWordBoundary)
}
