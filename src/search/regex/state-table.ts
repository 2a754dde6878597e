import type { Step } from './stepper.ts'

const noLeaves = new Int32Array(0)

/**
 * A state is the index of its row in `entries`: accepting bits, then the next state per rune class. Row 0 stays unused, so
 * that 0 means "not built yet".
 */
export function createStateTable({ stride, capacity }: { stride: number; capacity: number }) {
  const maxEntries = Math.max(capacity, stride * 8)
  const table = {
    entries: new Int32Array(0),
    /** How often the table was full and started over. */
    resets: -1,
    leavesOf: (state: number): Int32Array => leavesOf[state / stride]!,
    contextOf: (state: number): number => contextOf[state / stride]!,
    isFull: (): boolean => used + stride > maxEntries || storedLeaves > maxEntries,
    find: (key: string): number | undefined => known.get(key),
    insert,
    reset,
    keepLeaves(count: number): void {
      storedLeaves += count
    },
  }
  let used = 0
  let storedLeaves = 0
  let leavesOf: Int32Array[] = []
  let contextOf: number[] = []
  let known = new Map<string, number>()

  function reset(): void {
    table.entries = new Int32Array(stride * 8)
    table.resets += 1
    used = stride
    storedLeaves = 0
    leavesOf = [noLeaves]
    contextOf = [0]
    known = new Map()
  }

  function insert(key: string, { leaves, accepted }: Step, context: number): number {
    const state = used
    used += stride
    if (used > table.entries.length) {
      const larger = new Int32Array(table.entries.length * 2)
      larger.set(table.entries)
      table.entries = larger
    }
    table.entries[state] = accepted
    leavesOf.push(leaves)
    contextOf.push(context)
    storedLeaves += leaves.length
    known.set(key, state)
    return state
  }

  reset()
  return table
}
