import { hash } from 'node:crypto'
import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { atMost } from '../core/entries.ts'

const keptMs = 60_000
const mostKept = 1_000

type Hints = LRUCache<string, { readonly hint: unknown; readonly foundAt: number }>

const hintsOf = new WeakMap<Knex, Hints>()

/** What was found out a moment ago may be outdated: let it decide how rows are read, never which ones. Null is not kept. */
export async function recently<T>(
  db: Knex,
  about: readonly unknown[],
  find: () => Promise<T>,
): Promise<T> {
  const hint = hintAbout<T>(db, about)
  const known = hint.recall()
  if (known !== undefined) return known
  const found = await find()
  if (found !== null) hint.keep(found)
  return found
}

export function hintAbout<T>(db: Knex, about: readonly unknown[]) {
  const hints: Hints = hintsOf.get(db) ?? new LRUCache(atMost(mostKept))
  hintsOf.set(db, hints)
  const key = hash('sha1', JSON.stringify(about))
  return {
    recall(): T | undefined {
      const known = hints.get(key)
      return known && performance.now() - known.foundAt < keptMs ? (known.hint as T) : undefined
    },
    keep(hint: T): void {
      hints.set(key, { hint, foundAt: performance.now() })
    },
  }
}

export function minuteOf(at: number | null): number | null {
  return at === null ? null : Math.floor(at / keptMs)
}
