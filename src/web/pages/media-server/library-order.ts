/** Names in the order come first. */
export function inOrder(names: readonly string[], order: readonly string[]): string[] {
  const place = (name: string) => {
    const found = order.indexOf(name)
    return found < 0 ? order.length : found
  }
  return [...names].sort((a, b) => place(a) - place(b))
}

/** `shown`, and what only the earlier order names: each behind the same name as before, since its source may come back. */
export function reordered(shown: readonly string[], earlier: readonly string[]): string[] {
  const order = [...shown]
  for (const [index, name] of earlier.entries()) {
    if (order.includes(name)) continue
    order.splice(index === 0 ? 0 : order.indexOf(earlier[index - 1]!) + 1, 0, name)
  }
  return order
}
