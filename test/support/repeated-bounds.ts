/**
 * Bounds of statements that repeat another one on the same side of a column, as `at > ? and at >= ?`. SQLite reads an
 * index from one of them, whichever comes first, and looks at each row beyond the other.
 */
export function repeatedBounds(sql: string): readonly string[] {
  // Alternatives are no bounds of the index, and each part of a union has bounds of its own.
  const parts = sql.replaceAll(/\([^()]* or [^()]*\)/g, '').split(/\bselect\b/)
  return parts.flatMap((part) => {
    const bounds = part.matchAll(/([\w.`]+) ([<>])=? (?:\?|-?\d)/g)
    const sides = [...bounds].map(([, column, side]) => `${column!.replaceAll('`', '')} ${side}`)
    return sides.filter((side, index) => sides.indexOf(side) !== index)
  })
}
