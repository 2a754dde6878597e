/** As GraphQL writes words: `PlayNow` is `PLAY_NOW`, `password-pin` is `PASSWORD_PIN`. */
export type EnumName<Word extends string> = Uppercase<Joined<Word>>

type Joined<Word extends string> = Word extends `${infer First}${infer Rest}`
  ? First extends '-'
    ? `_${Joined<Rest>}`
    : Rest extends Uncapitalize<Rest>
      ? `${First}${Joined<Rest>}`
      : `${First}_${Joined<Rest>}`
  : Word

export function enumName<Word extends string>(word: Word): EnumName<Word> {
  return word.replaceAll(/(?<=[a-z])(?=[A-Z])|-/g, '_').toUpperCase() as EnumName<Word>
}

export function wordsByName<Word extends string>(
  words: readonly Word[],
): Readonly<Record<EnumName<Word>, Word>> {
  const pairs = words.map((word) => [enumName(word), word])
  return Object.fromEntries(pairs) as Record<EnumName<Word>, Word>
}
