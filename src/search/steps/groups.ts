export type Groups = {
  find(index: number): number
  join(a: number, b: number): void
}

export function createGroups(count: number): Groups {
  const parents = Int32Array.from({ length: count }, (_, index) => index)

  function find(index: number): number {
    let at = index
    while (parents[at] !== at) {
      const above = parents[parents[at]!]!
      parents[at] = above
      at = above
    }
    return at
  }

  function join(a: number, b: number): void {
    const [first, second] = [find(a), find(b)]
    parents[Math.max(first, second)] = Math.min(first, second)
  }

  return { find, join }
}
