/** Numbers for texts in item ids: upstream ids outside the known spaces, genres, people, libraries. */
export type ItemNames = {
  /** New texts get a number for good. Texts longer than 600 characters have none. */
  numbersOf(texts: readonly string[]): Promise<ReadonlyMap<string, number>>
  textOf(number: number): Promise<string | null>
}
