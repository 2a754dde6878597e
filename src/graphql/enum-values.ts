/** `PlayNow` as GraphQL writes it: `PLAY_NOW`. */
export type EnumName<Word extends string> = Uppercase<Parted<Word>>

type Parted<Word extends string> = Word extends `${infer First}${infer Rest}`
  ? Rest extends Uncapitalize<Rest>
    ? `${First}${Parted<Rest>}`
    : `${First}_${Parted<Rest>}`
  : Word

export function enumName<Word extends string>(word: Word): EnumName<Word> {
  return word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase() as EnumName<Word>
}

/** Words of the standard as the values of an enum. */
export function enumValues<T extends string>(words: readonly T[]): Record<string, { value: T }> {
  return Object.fromEntries(words.map((word) => [enumName(word), { value: word }]))
}
