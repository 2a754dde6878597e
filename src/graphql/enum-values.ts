/** `PlayNow` as GraphQL writes it: `PLAY_NOW`. */
export function enumName(word: string): string {
  return word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
}

/** Words of the standard as the values of an enum. */
export function enumValues<T extends string>(words: readonly T[]): Record<string, { value: T }> {
  return Object.fromEntries(words.map((word) => [enumName(word), { value: word }]))
}
