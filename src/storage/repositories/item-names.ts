import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { ItemNames } from '../../model/item-names.ts'
import { read, write } from '../guard.ts'

type Row = { number: number; text: string }

const table = 'item_names'
const maxText = 600
const maxKnown = 100_000
const chunkSize = 200

export function createItemNames(db: Knex): ItemNames {
  const numbers = new LRUCache<string, number>(atMost(maxKnown))
  const texts = new LRUCache<number, string>(atMost(maxKnown))
  const rows = () => db<Row>(table)

  function remember(found: readonly Row[]): void {
    for (const { number, text } of found) {
      numbers.set(text, number)
      texts.set(number, text)
    }
  }

  async function findMany(wanted: readonly string[]): Promise<void> {
    remember(await read(db, () => rows().whereIn('text', [...wanted])))
  }

  async function learn(unknown: readonly string[]): Promise<void> {
    for (let start = 0; start < unknown.length; start += chunkSize) {
      const part = unknown.slice(start, start + chunkSize)
      await findMany(part)
      const missing = part.filter((text) => !numbers.has(text)).toSorted()
      if (missing.length === 0) continue
      await write(db, () =>
        rows()
          .insert(missing.map((text) => ({ text })))
          .onConflict('text')
          .merge(['text']),
      )
      await findMany(missing)
    }
  }

  return {
    async numbersOf(wanted) {
      const fitting = [...new Set(wanted)].filter((text) => text.length <= maxText)
      const unknown = fitting.filter((text) => !numbers.has(text))
      if (unknown.length > 0) await learn(unknown)
      return new Map(
        fitting.flatMap((text): [string, number][] => {
          const number = numbers.get(text)
          return number === undefined ? [] : [[text, number]]
        }),
      )
    },

    async textOf(number) {
      const known = texts.get(number)
      if (known !== undefined) return known
      const row = await read(db, () => rows().where({ number }).first())
      if (row) remember([row])
      return row?.text ?? null
    },
  }
}
