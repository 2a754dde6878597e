import type { Knex } from 'knex'
import { storedKey } from '../../../model/history-key.ts'
import type { TitleFacts } from '../../../model/title-facts.ts'
import { read, write } from '../../guard.ts'
import { watchedKeys } from './title-names.ts'

type Row = {
  configuration: number
  space: number
  title_key: string
  genres: string
  people: string
  episodes: number | null
}

export const factTable = 'title_facts'

/** Keeps what is known of a title, where somebody in the household has watched it. Answers whether that is so. */
export async function learnFacts(
  db: Knex,
  configuration: number,
  space: 0 | 1,
  titleKeys: readonly string[],
  { genres, people, episodes }: TitleFacts,
): Promise<boolean> {
  const watched = await watchedKeys(db, configuration, space, titleKeys.map(storedKey))
  if (watched.length === 0) return false
  const made = watched.map((title_key): Row => ({
    configuration,
    space,
    title_key,
    genres: JSON.stringify(genres),
    people: JSON.stringify(people),
    episodes,
  }))
  const known = await read(db, () =>
    db<Row>(factTable).where({ configuration, space }).whereIn('title_key', watched),
  )
  const texts = new Set(known.map(textOf))
  const changed = made.filter((row) => !texts.has(textOf(row)))
  if (changed.length === 0) return true
  await write(db, () =>
    db<Row>(factTable)
      .insert(changed)
      .onConflict(['configuration', 'space', 'title_key'])
      .merge(['genres', 'people', 'episodes']),
  )
  return true
}

function textOf({ title_key, genres, people, episodes }: Row): string {
  return JSON.stringify([title_key, genres, people, episodes])
}

/** Of the titles of the household of a history: names of their genres or people. */
export async function readFacts(
  db: Knex,
  historyId: number,
  column: 'genres' | 'people',
): Promise<readonly { number: number | null; titleKey: string; space: 0 | 1; names: string[] }[]> {
  const rows: { number: number | null; title_key: string; space: 0 | 1; names: string }[] =
    await read(db, () =>
      db(factTable)
        .join('viewers', 'viewers.configuration', `${factTable}.configuration`)
        .leftJoin('title_numbers', 'title_numbers.title_key', `${factTable}.title_key`)
        .where('viewers.number', historyId)
        .select(
          'title_numbers.number',
          `${factTable}.title_key`,
          `${factTable}.space`,
          db.ref(`${factTable}.${column}`).as('names'),
        ),
    )
  return rows.map(({ number, title_key, space, names }) => ({
    number,
    titleKey: title_key,
    space,
    names: JSON.parse(names) as string[],
  }))
}

/** What a removed configuration leaves behind. */
export function forgetFacts(on: Knex, configuration: number): PromiseLike<unknown> {
  return on(factTable).where({ configuration }).delete()
}
