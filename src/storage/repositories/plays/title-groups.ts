import type { Knex } from 'knex'
import type { PlayFilter } from '../../../model/play-filter.ts'
import { read } from '../../guard.ts'
import type { Counts } from './counts.ts'
import type { TitleGroups } from './title-counts.ts'
import { readFacts } from './title-facts.ts'
import { keysOf, numbersOf, titleName } from './title-sums.ts'
import type { TitleKeys } from './title-sums.ts'

/** Groups of which nothing is known. */
const unknown: readonly string[] = ['']
const numbered = /^([01])#(\d+)$/

export function numberedTitle(number: number, space: 0 | 1): string {
  return `${space}#${number}`
}

/** Each title is a group, by its number or by its key until `numberKeys` or `keyTitles` settles which. */
export const titleGroups: TitleGroups = {
  ofNumber: (number, space) => [numberedTitle(number, space)],
  ofKey: (titleKey, space) => [titleName(space, titleKey)],
}

/** Counts that are kept by keys become those of the numbers. */
export async function numberKeys(db: Knex, counts: Counts): Promise<void> {
  counts.rename(await numbersOfNames(db, counts.names()))
}

/** The names by numbers of those that are names by keys. */
export async function numbersOfNames(
  db: Knex,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const named = names.filter((name) => !numbered.test(name))
  const numbers = await read(db, () => numbersOf(db, [...new Set(named.map(keyOfName))]))
  return new Map(
    named.flatMap((name) => {
      const number = numbers.get(keyOfName(name))
      return number === undefined ? [] : [[name, numberedTitle(number, spaceOfName(name))] as const]
    }),
  )
}

/** Counts that are kept by numbers become those of the keys. */
export async function keyTitles(db: Knex, counts: Counts, held: TitleKeys): Promise<void> {
  counts.rename(await keysOfNames(db, counts.names(), held))
}

/** The names by keys of those that are names by numbers. */
export async function keysOfNames(
  db: Knex,
  names: readonly string[],
  held: TitleKeys | null = null,
): Promise<ReadonlyMap<string, string>> {
  const found = names.flatMap((name) => {
    const [, space, number] = numbered.exec(name) ?? []
    return number === undefined ? [] : [{ name, space: Number(space), number: Number(number) }]
  })
  const numbers = [...new Set(found.map(({ number }) => number))]
  const keys = await read(db, () => keysOf(db, numbers, held))
  return new Map(
    found.map(({ name, space, number }) => [name, titleName(space, keys.get(number) ?? '')]),
  )
}

/** Genres or people of titles, as they were when the titles were last met. */
export async function factGroups(
  db: Knex,
  { readers }: Pick<PlayFilter, 'readers'>,
  column: 'genres' | 'people',
): Promise<TitleGroups> {
  const [first] = readers
  const facts = first === undefined ? [] : await readFacts(db, first.historyId, column)
  const byNumber = [new Map<number, string[]>(), new Map<number, string[]>()]
  const byKey = new Map<string, string[]>()
  for (const { number, titleKey, space, names } of facts) {
    if (names.length === 0) continue
    if (number !== null) byNumber[space]!.set(number, names)
    byKey.set(titleName(space, titleKey), names)
  }
  return {
    ofNumber: (number, space) => byNumber[space]!.get(number) ?? unknown,
    ofKey: (titleKey, space) => byKey.get(titleName(space, titleKey)) ?? unknown,
  }
}

function spaceOfName(name: string): 0 | 1 {
  return name.startsWith('movie ') ? 0 : 1
}

function keyOfName(name: string): string {
  return name.slice(name.indexOf(' ') + 1)
}
