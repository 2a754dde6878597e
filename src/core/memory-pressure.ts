import { getHeapStatistics } from 'node:v8'

const lookEveryMs = 100
/** Under pressure garbage is collected repeatedly, so the least of several looks is what is really in use. */
const looksKept = 5
/** Above this share of its limit V8 keeps collecting, and then gives up. */
const tightShare = 0.85

export type MemoryFigures = {
  /** Bytes, garbage included. */
  readonly heapUsed: number
  readonly heapLimit: number
  readonly buffers: number
}

export type MemoryPressure = {
  /** Whether new work must be refused, because it could end the process and all running work. */
  isTight(): boolean
}

/** Takes some microseconds, ten times a second. */
export function watchMemory(ceiling: number): MemoryPressure & { stop(): void } {
  const pressure = createPressure(ceiling)
  const timer = setInterval(() => pressure.look(readFigures()), lookEveryMs).unref()
  return { isTight: () => pressure.isTight(), stop: () => clearInterval(timer) }
}

/** Ignores resident memory: the allocator keeps unused memory, which would refuse work forever. */
export function createPressure(ceiling: number) {
  let tightLooks = 0
  return {
    look({ heapUsed, heapLimit, buffers }: MemoryFigures): void {
      // Without flags V8 may use more than the ceiling for objects alone.
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
