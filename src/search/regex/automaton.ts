import { isWordRune, type Program } from './program.ts'
import { assertion, op } from './re2js.ts'

/** Work that all automata of a configuration may spend, in visited instructions: down to the floor during one call. */
export type WorkPool = { units: number; floor: number }

export type Automaton = {
  /** Bits of the patterns that match somewhere in the text; only those found so far when the work runs out. */
  scan(text: string): number
  /** Work spent since it was made. */
  spent(): number
}

/** What lies before a position. */
const before = { word: 1, textStart: 2, lineStart: 4 } as const

const unitsPerState = 40
const noLeaves = new Int32Array(0)

/**
 * A deterministic automaton over up to 31 patterns at once, built lazily while texts are read: each character costs one table look-up,
 * however many patterns there are. Memory is bounded by starting over when the table is full, time by the pool.
 *
 * A state is the sorted list of instructions that wait for the next rune ("leaves": runes to match and assertions to check) and
 * what lies before the position. Rows of the table hold a state's accepting bits, then the next state for each class, then for the end of the text.
 */
export function createAutomaton(program: Program, pool: WorkPool, capacity: number): Automaton {
  const { instructions, representatives, classOf } = program
  const endClass = representatives.length
  const stride = endClass + 2
  const maxEntries = Math.max(capacity, stride * 8)
  const asciiClass = Uint16Array.from({ length: 128 }, (_, rune) => classOf(rune))

  const stack = new Int32Array(instructions.length * 2 + 2)
  const enterStack = new Int32Array(instructions.length * 2 + 2)
  const visitedHere = new Int32Array(instructions.length)
  const visitedNext = new Int32Array(instructions.length)
  const nextLeaves = new Int32Array(instructions.length)
  let nextCount = 0
  let generation = 0
  let accepted = 0
  let spent = 0

  let table = new Int32Array(0)
  let used = 0
  let storedLeaves = 0
  let leavesOf: Int32Array[] = []
  let contextOf: number[] = []
  let known = new Map<string, number>()
  let startSteps = new Map<number, { readonly leaves: Int32Array; readonly accepted: number }>()
  let initial = 0

  const startLeaves = collectStart()
  const watchesContext = instructions.some(({ op: code }) => code === op.assertion)
  reset()

  function scan(text: string): number {
    let state = initial
    let mask = table[state]!
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      let runeClass: number
      if (code < 128) {
        runeClass = asciiClass[code]!
      } else {
        const rune = text.codePointAt(index)!
        runeClass = classOf(rune)
        if (rune > 0xffff) index++
      }
      let next = table[state + 1 + runeClass]!
      if (next === 0) {
        if (pool.units <= pool.floor) return mask
        next = build(state, runeClass)
      }
      state = next
      mask |= table[state]!
    }
    let end = table[state + 1 + endClass]!
    if (end === 0) {
      if (pool.units <= pool.floor) return mask
      end = build(state, endClass)
    }
    return mask | table[end]!
  }

  /** Finds the state after a class of runes, and writes it into the table unless that had to start over. */
  function build(state: number, runeClass: number): number {
    const unitsBefore = pool.units
    const context = contextOf[state / stride]!
    const rune = runeClass === endClass ? -1 : representatives[runeClass]!
    const holds = assertionsAt(context, rune)
    const fromStart = stepFromStart(runeClass, rune, context, holds)
    begin()
    accepted = fromStart.accepted
    for (const leaf of fromStart.leaves) addLeaf(leaf)
    for (const leaf of leavesOf[state / stride]!) take(leaf, rune, holds)
    const leaves = nextLeaves.slice(0, nextCount).sort()
    const nextContext = rune < 0 ? 0 : contextAfter(rune)
    const knownBefore = known
    const next = intern(leaves, nextContext, accepted)
    spent += unitsBefore - pool.units
    if (known === knownBefore) table[state + 1 + runeClass] = next
    return next
  }

  /** The part of a step that begins a new match here: the same for every state with the same context. */
  function stepFromStart(runeClass: number, rune: number, context: number, holds: number) {
    const key = runeClass * 8 + context
    const cached = startSteps.get(key)
    if (cached) return cached
    begin()
    accepted = 0
    for (const leaf of startLeaves) take(leaf, rune, holds)
    const step = { leaves: nextLeaves.slice(0, nextCount), accepted }
    startSteps.set(key, step)
    storedLeaves += nextCount
    return step
  }

  function begin(): void {
    generation = (generation + 1) | 0
    nextCount = 0
  }

  /** Follows one waiting instruction over a rune; assertions that hold are passed and what lies behind them is followed at once. */
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

  /** Adds everything that waits behind an instruction without consuming anything to the next state. */
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
    nextLeaves[nextCount++] = pc
  }

  function intern(leaves: Int32Array, context: number, accepts: number): number {
    pool.units -= unitsPerState + leaves.length
    const key = String.fromCharCode(context, accepts & 0xffff, accepts >>> 16, ...leaves)
    const existing = known.get(key)
    if (existing !== undefined) return existing
    if (used + stride > maxEntries || storedLeaves > maxEntries) {
      reset()
      const again = known.get(key)
      if (again !== undefined) return again
    }
    return insert(key, leaves, context, accepts)
  }

  function insert(key: string, leaves: Int32Array, context: number, accepts: number): number {
    const state = used
    used += stride
    if (used > table.length) {
      const larger = new Int32Array(table.length * 2)
      larger.set(table)
      table = larger
    }
    table[state] = accepts
    leavesOf.push(leaves)
    contextOf.push(context)
    storedLeaves += leaves.length
    known.set(key, state)
    return state
  }

  /** Forgets all states. The first row stays unused, so that 0 means "not built yet". */
  function reset(): void {
    table = new Int32Array(stride * 8)
    used = stride
    storedLeaves = 0
    leavesOf = [noLeaves]
    contextOf = [0]
    known = new Map()
    startSteps = new Map()
    begin()
    accepted = 0
    enter(program.start)
    const context = watchesContext ? before.textStart | before.lineStart : 0
    initial = insert('', noLeaves, context, accepted)
  }

  function collectStart(): Int32Array {
    begin()
    enter(program.start)
    return nextLeaves.slice(0, nextCount)
  }

  function contextAfter(rune: number): number {
    if (!watchesContext) return 0
    return rune === 10 ? before.lineStart : isWordRune(rune) ? before.word : 0
  }

  return { scan, spent: () => spent }
}

function assertionsAt(context: number, rune: number): number {
  let holds = 0
  if (context & before.textStart) holds |= assertion.beginText
  if (context & before.lineStart) holds |= assertion.beginLine
  if (rune < 0) holds |= assertion.endText | assertion.endLine
  if (rune === 10) holds |= assertion.endLine
  const boundary = isWordRune(rune) !== ((context & before.word) !== 0)
  return holds | (boundary ? assertion.wordBoundary : assertion.noWordBoundary)
}
