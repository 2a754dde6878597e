type Bound = { readonly maxSize: number; readonly sizeCalculation: () => number }

/** Bounds an LRUCache by its number of entries. The library's own `max` takes the memory of a full cache at once. */
export function atMost(entries: number): Bound {
  return { maxSize: entries, sizeCalculation: countOne }
}

function countOne(): number {
  return 1
}
