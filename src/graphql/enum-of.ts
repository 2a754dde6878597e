import { enumName } from '../core/enum-name.ts'
import { builder } from './builder.ts'

/** Writes `PlayNow` of the code as `PLAY_NOW` in GraphQL. `descriptions` for values whose names do not explain them. */
export function enumOf<const Word extends string>(
  name: string,
  words: readonly Word[],
  description: string,
  descriptions?: Readonly<Partial<Record<Word, string>>>,
) {
  const values = words.map((word) => {
    const explained = descriptions?.[word]
    const value =
      explained === undefined ? { value: word } : { value: word, description: explained }
    return [enumName(word), value] as const
  })
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(values),
  })
}
