/** Those of the known words that a list holds, or a text with commas, in the order in which they are known. */
export function knownWords<Word extends string>(value: unknown, known: readonly Word[]): Word[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  const words = new Set<unknown>(list)
  return known.filter((word) => words.has(word))
}
