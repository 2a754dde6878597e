import { getHeapStatistics } from 'node:v8'

const lookEveryMs = 100
/** Garbage is collected again and again where memory is short: the least of so many looks is what is needed. */
const looksKept = 5
/** Share of a limit past which V8 spends its time collecting, and then gives up. */
const tightShare = 0.85

export type MemoryFigures = {
  /** Bytes of objects, garbage among them. */
  readonly heapUsed: number
  readonly heapLimit: number
  /** Bytes of buffers, which lie beside the heap. */
  readonly buffers: number
}

export type MemoryPressure = {
  /** Whether new work should be refused, because it could end the process and with it the work that runs. */
  isTight(): boolean
}

/** Watches the memory of the process: some microseconds, ten times a second. */
export function watchMemory(ceiling: number): MemoryPressure & { stop(): void } {
  const pressure = createPressure(ceiling)
  const timer = setInterval(() => pressure.look(readFigures()), lookEveryMs).unref()
  return { isTight: () => pressure.isTight(), stop: () => clearInterval(timer) }
}

/** Not by resident memory: the allocator keeps some that nobody needs, and that would refuse for ever. */
export function createPressure(ceiling: number) {
  let tightLooks = 0
  return {
    look({ heapUsed, heapLimit, buffers }: MemoryFigures): void {
      // Started without flags of its own, a process may take more than its ceiling for objects alone.
      const whole = Math.max(ceiling, heapLimit)
      const tight = heapUsed > tightShare * heapLimit || heapUsed + buffers > tightShare * whole
      tightLooks = tight ? tightLooks + 1 : 0
    },
    isTight: () => tightLooks >= looksKept,
  }
}

function readFigures(): MemoryFigures {
  const figures = getHeapStatistics()
  return {
    heapUsed: figures.used_heap_size,
    heapLimit: figures.heap_size_limit,
    buffers: figures.external_memory,
  }
}
