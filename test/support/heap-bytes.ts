/** Of what can still be reached. Only in files named `*.heap.test.ts`, which have a heap of their own. */
export function heapBytes(): number {
  globalThis.gc!()
  return process.memoryUsage().heapUsed
}
