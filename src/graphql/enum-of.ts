import { enumName } from '../core/enum-name.ts'
import { builder } from './builder.ts'

/**
 * An enum whose values are written as GraphQL does, `PLAY_NOW`, and are the code's own words, `PlayNow`, behind it.
 * `descriptions` for the values that their names do not explain.
 */
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
