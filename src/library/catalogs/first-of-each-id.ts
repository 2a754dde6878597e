/** The first of those that players could not tell apart, such as one of a source that is named twice. */
export function firstOfEachId<L extends { readonly type: string; readonly id: string }>(
  listed: readonly L[],
): readonly L[] {
  const first = new Map<string, L>()
  for (const one of listed) {
    const name = `${one.type} ${one.id}`
    if (!first.has(name)) first.set(name, one)
  }
  return [...first.values()]
}
