/** Numbers for texts that ids of items stand for: upstream ids outside the known spaces, genres, people, libraries. */
export type ItemNames = {
  /** Of every text; new ones get a number for good. Texts longer than 600 characters have none. */
  numbersOf(texts: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Null for a number that was never given. */
  textOf(number: number): Promise<string | null>
}
