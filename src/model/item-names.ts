/** Numbers for texts in item ids: upstream ids outside the known spaces, genres, people, libraries. */
export type ItemNames = {
  /** Kept while it is used. Texts longer than 600 characters, or beyond a configuration's share of a day, have none. */
  numbersOf(texts: readonly string[], configuration: number): Promise<ReadonlyMap<string, number>>
  textOf(number: number): Promise<string | null>
}

export function readNamed(text: string): { readonly type: string; readonly id: string } {
  const space = text.indexOf(' ')
  return { type: text.slice(0, space), id: text.slice(space + 1) }
}
