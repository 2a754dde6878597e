import { isWordRune, type Program } from './program.ts'
import { op } from './re2js.ts'
import { createStateTable } from './state-table.ts'
import { assertionsAt, before, createStepper, type Step } from './stepper.ts'

/** In visited instructions, shared by all automata of a configuration; one call stops at the floor. */
export type WorkPool = { units: number; floor: number }

export type Automaton = {
  /** Bits of the patterns that match; only those found so far when the work runs out. */
  scan(text: string): number
  spent(): number
}

const unitsPerState = 40
const noLeaves = new Int32Array(0)

/**
 * A lazily built automaton over up to 31 patterns: one table look-up per character, however many patterns there are.
 * A full table starts over, which bounds memory; the pool bounds time.
 */
export function createAutomaton(program: Program, pool: WorkPool, capacity: number): Automaton {
  const { representatives, classOf } = program
  const endClass = representatives.length
  const asciiClass = Uint16Array.from({ length: 128 }, (_, rune) => classOf(rune))
  const states = createStates(program, pool, capacity)
  const { table } = states
  let spent = 0

  function build(state: number, runeClass: number): number {
    const unitsBefore = pool.units
    const rune = runeClass === endClass ? -1 : representatives[runeClass]!
    const next = states.build(state, runeClass, rune)
    spent += unitsBefore - pool.units
    return next
  }

  function scan(text: string): number {
    let { entries } = table
    let state = states.initial()
    let mask = entries[state]!
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
      let next = entries[state + 1 + runeClass]!
      if (next === 0) {
        if (pool.units <= pool.floor) return mask
        next = build(state, runeClass)
        entries = table.entries
      }
      state = next
      mask |= entries[state]!
    }
    let end = entries[state + 1 + endClass]!
    if (end === 0) {
      if (pool.units <= pool.floor) return mask
      end = build(state, endClass)
      entries = table.entries
    }
    return mask | entries[end]!
  }

  return { scan, spent: () => spent }
}

function createStates(program: Program, pool: WorkPool, capacity: number) {
  const table = createStateTable({ stride: program.representatives.length + 2, capacity })
  const stepper = createStepper(program, pool)
  const watchesContext = program.instructions.some(({ op: code }) => code === op.assertion)
  stepper.begin()
  stepper.enter(program.start)
  const atStart = stepper.result()
  let startSteps = new Map<number, Step>()
  let initial = 0
  begin()

  function begin(): void {
    startSteps = new Map()
    const context = watchesContext ? before.textStart | before.lineStart : 0
    initial = table.insert('', { leaves: noLeaves, accepted: atStart.accepted }, context)
  }

  /** Finds the state after a rune (-1: end of text) and caches it unless the table had to start over. */
  function build(state: number, runeClass: number, rune: number): number {
    const context = table.contextOf(state)
    const holds = assertionsAt(context, rune)
    const fromStart = stepFromStart(runeClass * 8 + context, rune, holds)
    stepper.begin()
    stepper.addStep(fromStart)
    for (const leaf of table.leavesOf(state)) stepper.take(leaf, rune, holds)
    const { leaves, accepted } = stepper.result()
    const resets = table.resets
    const next = intern({ leaves: leaves.sort(), accepted }, rune < 0 ? 0 : contextAfter(rune))
    if (table.resets === resets) table.entries[state + 1 + runeClass] = next
    return next
  }

  function stepFromStart(key: number, rune: number, holds: number): Step {
    const cached = startSteps.get(key)
    if (cached) return cached
    stepper.begin()
    for (const leaf of atStart.leaves) stepper.take(leaf, rune, holds)
    const step = stepper.result()
    startSteps.set(key, step)
    table.keepLeaves(step.leaves.length)
    return step
  }

  function intern(step: Step, context: number): number {
    pool.units -= unitsPerState + step.leaves.length
    const { accepted } = step
    const key = String.fromCharCode(context, accepted & 0xffff, accepted >>> 16, ...step.leaves)
    const known = table.find(key)
    if (known !== undefined) return known
    if (table.isFull()) {
      table.reset()
      begin()
    }
    return table.insert(key, step, context)
  }

  function contextAfter(rune: number): number {
    if (!watchesContext) return 0
    return rune === 10 ? before.lineStart : isWordRune(rune) ? before.word : 0
  }

  return { table, initial: () => initial, build }
}
