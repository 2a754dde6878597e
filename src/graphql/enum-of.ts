import { enumName } from '../core/enum-name.ts'
import { builder } from './builder.ts'

/** Writes `PlayNow` of the code as `PLAY_NOW` in GraphQL. */
export function enumOf<const Word extends string>(
  name: string,
  words: readonly Word[],
  description: string,
  descriptions: Readonly<Record<Word, string>>,
) {
  const values = words.map(
    (word) => [enumName(word), { value: word, description: descriptions[word] }] as const,
  )
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(values),
  })
}
