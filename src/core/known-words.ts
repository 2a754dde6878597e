/** The known words in a list or a comma-separated text, in the order of `known`. */
export function knownWords<Word extends string>(value: unknown, known: readonly Word[]): Word[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  const words = new Set<unknown>(list)
  return known.filter((word) => words.has(word))
}
