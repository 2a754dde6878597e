import { folded } from '../../../core/folded-text.ts'

/** Names in the order come first. */
export function inOrder(names: readonly string[], order: readonly string[]): string[] {
  const places = order.map(folded)
  const place = (name: string) => {
    const found = places.indexOf(folded(name))
    return found < 0 ? order.length : found
  }
  return [...names].sort((a, b) => place(a) - place(b))
}

/**
 * What is listed: `known` as the service has ordered them, since orders may also name catalogs and sources by their ids,
 * and hidden ones where the order names them.
 */
export function listed(
  known: readonly string[],
  hidden: readonly string[],
  order: readonly string[],
): string[] {
  const all = [...known, ...hidden]
  return [...new Set([...reordered(known, order).filter((name) => all.includes(name)), ...all])]
}

/** `shown`, and what only the earlier order names: each behind the same name as before, since its source may come back. */
export function reordered(shown: readonly string[], earlier: readonly string[]): string[] {
  const order = [...shown]
  const placeOf = (name: string) => order.findIndex((one) => folded(one) === folded(name))
  for (const [index, name] of earlier.entries()) {
    if (placeOf(name) >= 0) continue
    order.splice(index === 0 ? 0 : placeOf(earlier[index - 1]!) + 1, 0, name)
  }
  return order
}
