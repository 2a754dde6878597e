import type { Knex } from 'knex'
import { read } from './guard.ts'

const waiting = new WeakMap<Knex, Map<string, Promise<unknown>>>()

/** The same as `read`, once for all who ask for it by one name before it begins: each would find the same by itself. */
export function sharedRead<T>(db: Knex, name: string, query: () => PromiseLike<T>): Promise<T> {
  if (db.isTransaction) return read(db, query)
  const own = waiting.get(db) ?? new Map<string, Promise<unknown>>()
  waiting.set(db, own)
  const known = own.get(name) as Promise<T> | undefined
  if (known !== undefined) return known
  const reading = read(db, () => {
    own.delete(name)
    return query()
  })
  own.set(name, reading)
  return reading
}
