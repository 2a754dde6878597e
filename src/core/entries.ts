type Bound = { readonly maxSize: number; readonly sizeCalculation: () => number }

/** The library's own `max` allocates the memory of a full cache at once. */
export function atMost(entries: number): Bound {
  return { maxSize: entries, sizeCalculation: countOne }
}

function countOne(): number {
  return 1
}
