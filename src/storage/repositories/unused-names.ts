import type { Knex } from 'knex'
import { storedKey } from '../../model/history-key.ts'
import type { ItemIds } from '../../model/item-ids.ts'
import { readNamed } from '../../model/item-names.ts'
import { dayMs } from '../../model/time-slots.ts'
import { read, write } from '../guard.ts'
import { nameTable } from './item-names.ts'
import type { NameRow } from './item-names.ts'

type Ids = Pick<ItemIds, 'decode'>
type Name = Pick<NameRow, 'number' | 'text'>

/** Longer than an app stays away, since it asks with the ids that it keeps. */
const keptMs = 400 * dayMs
const namesAtOnce = 10_000
const chunkSize = 200
const preferencesAtOnce = 20
const keyTables = ['watched_titles', 'title_numbers', 'playlist_entries'] as const
const written = /[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}/gi

/**
 * Deletes names that nobody has used for long, unless a history, plays, playlists, collections or stored preferences of an
 * app hold them.
 */
export async function forgetUnusedNames(
  db: Knex,
  ids: Ids,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const rows = () => db<NameRow>(nameTable)
  const until = now - keptMs
  await noteFormer(db, now, signal)
  let preferred: ReadonlySet<number> | null = null
  for (;;) {
    const old = () => rows().where('used_at', '<=', until)
    const found: Name[] = await read(db, () =>
      old().orderBy('used_at').limit(namesAtOnce).select('number', 'text'),
    )
    const held = await heldNumbers(db, found, signal)
    if (found.some(({ number }) => !held.has(number)))
      preferred ??= await preferredNumbers(db, ids, signal)
    const isKept = (number: number) => held.has(number) || preferred?.has(number) === true
    for (const part of chunksOf(found)) {
      signal?.throwIfAborted()
      const numbers = part.map(({ number }) => number)
      const gone = numbers.filter((number) => !isKept(number))
      await write(db, () =>
        old().whereIn('number', numbers.filter(isKept)).update({ used_at: now }),
      )
      await write(db, () => old().whereIn('number', gone).delete())
    }
    if (found.length < namesAtOnce) return
  }
}

/** What the previous release has written counts as used now. */
async function noteFormer(db: Knex, now: number, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const former = () => db<NameRow>(nameTable).whereNull('used_at')
    const numbers = await read<number[]>(db, () => former().limit(chunkSize).pluck('number'))
    if (numbers.length === 0) return
    await write(db, () => former().whereIn('number', numbers).update({ used_at: now }))
  }
}

async function heldNumbers(
  db: Knex,
  names: readonly Name[],
  signal?: AbortSignal,
): Promise<Set<number>> {
  const held = new Set<number>()
  for (const part of chunksOf(names)) {
    signal?.throwIfAborted()
    const keys = part.map(keyOf)
    const known = new Set<string>()
    for (const table of keyTables) {
      const found: string[] = await read(db, () =>
        db(table).whereIn('title_key', keys).distinct().pluck('title_key'),
      )
      for (const key of found) known.add(key)
    }
    for (const [index, { number }] of part.entries()) {
      if (known.has(keys[index]!)) held.add(number)
    }
  }
  return held
}

function keyOf({ text }: Name): string {
  return storedKey(text.startsWith('title:') ? readNamed(text.slice('title:'.length)).id : text)
}

/** Apps store, for instance, the order of libraries by their ids. */
async function preferredNumbers(
  db: Knex,
  ids: Ids,
  signal?: AbortSignal,
): Promise<ReadonlySet<number>> {
  const preferred = new Set<number>()
  for await (const configuration of configurationsWithPreferences(db)) {
    for (let start = 0; ; start += preferencesAtOnce) {
      signal?.throwIfAborted()
      const some: { name: string; value: string }[] = await read(db, () =>
        db('preferences')
          .where({ configuration })
          .orderBy(['profile_id', 'client', 'name'])
          .offset(start)
          .limit(preferencesAtOnce)
          .select('name', 'value'),
      )
      for (const { name, value } of some) {
        for (const [id] of `${name} ${value}`.matchAll(written)) {
          const ref = ids.decode(id)
          if (ref?.space === 'opaque') preferred.add(ref.number)
        }
      }
      if (some.length < preferencesAtOnce) break
    }
  }
  return preferred
}

async function* configurationsWithPreferences(db: Knex): AsyncGenerator<number> {
  for (let last = -1; ;) {
    const row: { configuration: number } | undefined = await read(db, () =>
      db('preferences')
        .where('configuration', '>', last)
        .orderBy('configuration')
        .first('configuration'),
    )
    if (!row) return
    last = row.configuration
    yield last
  }
}

function* chunksOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += chunkSize)
    yield all.slice(start, start + chunkSize)
}
