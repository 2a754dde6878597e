import { setImmediate } from 'node:timers/promises'
import type { Knex } from 'knex'
import { read, write } from './guard.ts'

const batchRows = 50

export type Ageing = {
  readonly table: string
  readonly key: string
  /** Epoch milliseconds; the lowest are removed first. */
  readonly time: string
}

export async function deleteUntil(
  db: Knex,
  { table, key, time }: Ageing,
  until: number,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const old = () => db(table).where(time, '<=', until)
    const keys = await read<string[]>(db, () => old().limit(batchRows).pluck(key))
    if (keys.length === 0) return
    await write(db, () => old().whereIn(key, keys).delete())
    await setImmediate()
  }
}

export async function deleteBeyond(
  db: Knex,
  ageing: Ageing,
  rows: number,
  signal?: AbortSignal,
): Promise<void> {
  const { table, time } = ageing
  const beyond = await read<Record<string, number> | undefined>(db, () =>
    db(table).orderBy(time, 'desc').offset(rows).first(time),
  )
  if (beyond) await deleteUntil(db, ageing, beyond[time]!, signal)
}
