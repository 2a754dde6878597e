import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { ItemNames } from '../../model/item-names.ts'
import { dayMs } from '../../model/time-slots.ts'
import { read, write } from '../guard.ts'
import { createDayShares } from './day-shares.ts'

export type NameRow = { number: number; text: string; used_at: number | null }

type Known = Pick<NameRow, 'number' | 'text'> & { readonly notedAt: number }

export const nameTable = 'item_names'
/** Age at which the note that a name was used is renewed. */
const noteLastsMs = 7 * dayMs
const noteAgainMs = 60_000
const maxText = 600
const maxKnown = 100_000
const chunkSize = 200
/** A household with hundreds of new titles an hour, each with its people, stays far below. */
const usualMostNew = 50_000

export function createItemNames(
  db: Knex,
  { mostNewADay = usualMostNew, now = Date.now, warn = (_message: string): void => {} } = {},
): ItemNames {
  const byText = new LRUCache<string, Known>(atMost(maxKnown))
  const byNumber = new LRUCache<number, Known>(atMost(maxKnown))
  const shares = createDayShares(mostNewADay, warn)
  const coming = new Map<string, Promise<readonly NameRow[]>>()
  let isFailing = false
  const rows = () => db<NameRow>(nameTable)

  function remember(found: readonly NameRow[], notedAt: number): void {
    for (const { number, text } of found) {
      const known = { number, text, notedAt }
      byText.set(text, known)
      byNumber.set(number, known)
    }
  }

  const isNoted = (known: Known | undefined, at: number): known is Known =>
    known !== undefined && at - known.notedAt < noteLastsMs

  const find = <C extends 'text' | 'number'>(column: C, values: readonly NameRow[C][]) =>
    read<NameRow[]>(db, () =>
      rows()
        .whereIn(column, [...values])
        .select(),
    )

  async function renew(faded: readonly NameRow[], at: number): Promise<void> {
    for (const part of chunksOf(faded)) {
      const numbers = part.map(({ number }) => number)
      const noted = await write(db, () => rows().whereIn('number', numbers).update({ used_at: at }))
      if (noted === part.length) remember(part, at)
    }
    isFailing = false
  }

  /** Notes in the background that they were used; what fails is tried again when they are asked for later. */
  function use(found: readonly NameRow[], at: number): void {
    const isFaded = ({ used_at }: NameRow) => at - (used_at ?? 0) >= noteLastsMs
    const faded = found.filter(isFaded)
    for (const row of found) if (!isFaded(row)) remember([row], row.used_at!)
    if (faded.length === 0) return
    remember(faded, at - noteLastsMs + noteAgainMs)
    renew(faded, at).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'for no known reason'
      if (!isFailing) warn(`The use of names cannot be noted (${reason}); trying again later`)
      isFailing = true
    })
  }

  async function insert(texts: readonly string[], at: number): Promise<readonly NameRow[]> {
    await write(db, () =>
      rows()
        .insert(texts.toSorted().map((text) => ({ text, used_at: at })))
        .onConflict('text')
        .merge(['used_at']),
    )
    const made = await find('text', texts)
    remember(made, at)
    return made
  }

  /** What another request makes at this moment is made, and counted, once. */
  async function make(missing: readonly string[], configuration: number, at: number) {
    const others = new Set(missing.flatMap((text) => coming.get(text) ?? []))
    const wanted = missing.filter((text) => !coming.has(text))
    const { count, giveBack } = shares.take(wanted.length, configuration, at)
    const own = wanted.slice(0, count)
    if (own.length > 0) {
      const made = insert(own, at)
      others.add(made)
      for (const text of own) coming.set(text, made)
      const settled = made.finally(() => {
        for (const text of own) coming.delete(text)
      })
      settled.catch(giveBack)
    }
    return (await Promise.all(others)).flat()
  }

  const known = (texts: readonly string[], at: number): readonly Known[] =>
    texts.flatMap((text) => {
      const one = byText.get(text)
      return isNoted(one, at) ? one : []
    })

  return {
    async numbersOf(wanted, configuration) {
      const at = now()
      const fitting = [...new Set(wanted)].filter((text) => text.length <= maxText)
      const numbers = new Map<string, number>()
      const add = (found: readonly Pick<NameRow, 'number' | 'text'>[]): void => {
        for (const { text, number } of found) numbers.set(text, number)
      }
      const missingOf = (texts: readonly string[]) => texts.filter((text) => !numbers.has(text))
      add(known(fitting, at))
      for (const part of chunksOf(missingOf(fitting))) {
        const found = await find('text', part)
        add(found)
        use(found, at)
        // Another request may have made them while this one read.
        add(known(missingOf(part), at))
        add(await make(missingOf(part), configuration, at))
      }
      return new Map(
        fitting.flatMap((text): [string, number][] => {
          const number = numbers.get(text)
          return number === undefined ? [] : [[text, number]]
        }),
      )
    },

    async textOf(number) {
      const at = now()
      const own = byNumber.get(number)
      if (isNoted(own, at)) return own.text
      const found = await find('number', [number])
      use(found, at)
      return found[0]?.text ?? null
    },
  }
}

function* chunksOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += chunkSize)
    yield all.slice(start, start + chunkSize)
}
