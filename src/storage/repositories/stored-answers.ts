import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import DataLoader from 'dataloader'
import type { Knex } from 'knex'
import { read, transact, write } from '../guard.ts'
import { deleteUntil } from '../prune.ts'
import { places, rowsOf } from '../statement.ts'
import { makeStoredRoom } from './stored-room.ts'
import { createStoredWrites } from './stored-writes.ts'
import type { StoredChange, StoredRow } from './stored-writes.ts'

/** Survives a restart and is shared by all nodes. */
export type StoredCache = {
  get(key: string): Promise<Uint8Array | null>
  /** `from`: the source's host, or the row of the configuration that it belongs to. Missing: kept by the service itself. */
  set(key: string, value: Uint8Array, ttlMs: number, from?: string | number): Promise<void>
  /** At once for all nodes. Changes nothing while the database fails. */
  change(key: string, work: (before: Uint8Array | null) => Uint8Array, ttlMs: number): Promise<void>
  /** Deletes in the background; always answers false. */
  delete(key: string): Promise<boolean>
  /** Deletes what belongs to a configuration. Throws where the database is away. */
  forget(configuration: number): Promise<void>
  close(): Promise<void>
  /** Deletes what has expired, and what beyond the bounds expires soonest, of the sites that take most. Throws where the database is away. */
  prune(now: number, signal?: AbortSignal): Promise<void>
}

type StoredCacheOptions = {
  /** Answers repeat their sources' addresses, which hold keys and passwords. */
  sealer: {
    seal(plain: Uint8Array, context: string): Uint8Array
    /** Null for what was sealed otherwise. */
    open(sealed: Uint8Array, context: string): Uint8Array | null
  }
  maxValueBytes?: number
  maxRows?: number
  /** Of all that is stored. */
  maxBytes?: number
  patienceMs?: number
  /** Until what is stored of a deleted configuration is deleted again: longer than a request runs. */
  againMs?: number
  /** Runs the work on one node at a time, or not at all. Missing: there are no others. */
  alone?: (work: (lost: AbortSignal) => Promise<void>) => Promise<unknown>
  /** Called once when the database fails, and not again before it has answered. */
  warn?: (message: string) => void
}

const table = 'stored_answers'
const ageing = { table, key: 'key', time: 'expires_at' }
const longestMs = 365 * 24 * 3_600_000
/** SQLite reads them in one go, and each may be large. */
const readAtOnce = 8
const deletedAtOnce = 50
const sitesAtOnce = 1_000

/** Acts as an empty cache while the database fails. */
export function createStoredCache(
  db: Knex,
  {
    sealer,
    maxValueBytes = 4 * 2 ** 20,
    maxRows = 200_000,
    maxBytes = 2 * 2 ** 30,
    patienceMs = 2_000,
    againMs = 300_000,
    alone = (work) => work(new AbortController().signal),
    warn = () => {},
  }: StoredCacheOptions,
): StoredCache {
  let warned = false
  let bytesSincePruned = 0
  /** In this process. Never rejects. */
  let pruning: Promise<unknown> | null = null
  const closing = new AbortController()
  const forgotten = new Map<string, object>()

  async function attempt<T>(query: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await query()
      warned = false
      return answer
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'for no known reason'
      if (!warned) warn(`Answers of sources cannot be stored (${reason}); going on without them`)
      warned = true
      return null
    }
  }

  async function bodiesInTime(names: readonly string[]): Promise<readonly (Buffer | null)[]> {
    const found = await Promise.race([
      attempt(() => readBodies(db, names)),
      setTimeout(patienceMs, null, { ref: false }),
    ])
    return names.map((name) => found?.get(name) ?? null)
  }

  const bodies = new DataLoader(bodiesInTime, { cache: false, maxBatchSize: readAtOnce })

  const writes = createStoredWrites(async (batch) => {
    await attempt(() => writeBatch(db, batch))
    pruneIfMuchCame(batch.reduce((sum, [, row]) => sum + (row?.size ?? 0), 0))
  })

  function rowOf(key: string, value: Uint8Array, ttl: number, site: string): StoredRow {
    const { buffer, byteOffset, byteLength: size } = sealer.seal(value, key)
    const body = Buffer.from(buffer, byteOffset, size)
    return { key, body, expires_at: Date.now() + ttl, size, site }
  }

  async function makeRoom(now: number, stops?: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([closing.signal, ...(stops ? [stops] : [])])
    await deleteUntil(db, ageing, now, signal)
    await makeStoredRoom(db, { maxBytes, maxRows }, signal)
  }

  function notePruning(run: Promise<unknown>): void {
    const noted = run
      .catch(() => {})
      .finally(() => {
        if (pruning === noted) pruning = null
      })
    pruning = noted
  }

  /** Much may come before the next hour. */
  function pruneIfMuchCame(bytes: number): void {
    bytesSincePruned += bytes
    if (bytesSincePruned < maxBytes / 8 || pruning) return
    bytesSincePruned = 0
    notePruning(alone((lost) => makeRoom(Date.now(), lost)))
  }

  /** What other nodes, or requests that ran, have stored meanwhile. */
  function deleteAgain(site: string): void {
    const own = {}
    forgotten.set(site, own)
    const again = async (): Promise<void> => {
      await attempt(() => deleteSites(db, [site]))
      if (forgotten.get(site) === own) forgotten.delete(site)
    }
    setTimeout(againMs, null, { ref: false, signal: closing.signal }).then(again, () => {})
  }

  return {
    async get(key) {
      const name = keyOf(key)
      const own = writes.find(name)
      if (own === null) return null
      const body = own && own.expires_at > Date.now() ? own.body : await bodies.load(name)
      return body ? sealer.open(body, name) : null
    },

    async set(key, value, ttlMs, from) {
      const ttl = ttlMs > 0 ? Math.min(Math.ceil(ttlMs), longestMs) : 0
      const isKept = ttl > 0 && value.byteLength <= maxValueBytes
      const name = keyOf(key)
      const site = from === undefined ? '' : markOf(from)
      const row = isKept ? rowOf(name, value, ttl, site) : null
      await writes.put(name, row, { soon: typeof from !== 'string' })
    },

    async change(key, work, ttlMs) {
      const name = keyOf(key)
      await attempt(() =>
        transact(db, async (trx) => {
          const own = trx<StoredRow>(table)
            .where({ key: name })
            .where('expires_at', '>', Date.now())
          const row = await own.forUpdate().first('body')
          const value = work(row ? sealer.open(row.body, name) : null)
          const changed = rowOf(name, value, ttlMs, '')
          await trx<StoredRow>(table).insert(changed).onConflict('key').merge()
        }),
      )
    },

    async delete(key) {
      await writes.put(keyOf(key), null, { soon: true })
      return false
    },

    async forget(configuration) {
      const site = markOf(configuration)
      await writes.dropSite(site)
      await deleteSites(db, [site])
      deleteAgain(site)
    },

    async close() {
      closing.abort()
      await writes.close()
      await attempt(() => deleteInTime(db, [...forgotten.keys()], patienceMs))
      await pruning
    },

    async prune(now, signal) {
      const run = (pruning ?? Promise.resolve()).then(() => makeRoom(now, signal))
      notePruning(run)
      await run
    },
  }
}

/** Hosts of one owner count as one, as far as their names tell. */
function siteOf(host: string): string {
  const { hostname } = new URL(`http://${host}`)
  return isIP(hostname) || hostname.startsWith('[')
    ? hostname
    : hostname.split('.').slice(-2).join('.')
}

function markOf(from: string | number): string {
  const name = typeof from === 'number' ? `configuration ${from}` : siteOf(from)
  return hash('sha256', name, 'base64url').slice(0, 22)
}

function keyOf(key: string): string {
  return hash('sha256', key, 'base64url')
}

async function readBodies(db: Knex, keys: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const sql = `select \`key\`, body from \`${table}\` where \`key\` in (${places(keys.length)}) and expires_at > ?`
  const live = () => rowsOf<StoredRow>(db, sql, [...keys, Date.now()])
  const rows = await read(db, live)
  return new Map(rows.map(({ key, body }) => [key, body]))
}

function writeBatch(db: Knex, batch: readonly StoredChange[]): Promise<void> {
  const rows = batch.flatMap(([, row]) => row ?? [])
  const gone = batch.flatMap(([key, row]) => (row ? [] : [key]))
  return transact(db, async (trx) => {
    if (gone.length > 0) await trx<StoredRow>(table).whereIn('key', gone).delete()
    if (rows.length > 0) await trx<StoredRow>(table).insert(rows).onConflict('key').merge()
  })
}

async function deleteInTime(db: Knex, sites: readonly string[], ms: number): Promise<void> {
  const deleting = deleteSites(db, sites, AbortSignal.timeout(ms))
  await Promise.race([deleting, setTimeout(ms, null, { ref: false })])
}

async function deleteSites(
  db: Knex,
  sites: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  for (let start = 0; start < sites.length;) {
    if (signal?.aborted) return
    const some = sites.slice(start, start + sitesAtOnce)
    const rows = () => db<StoredRow>(table).whereIn('site', some)
    const keys = await read<string[]>(db, () => rows().limit(deletedAtOnce).pluck('key'))
    if (keys.length === 0) start += sitesAtOnce
    else await write(db, () => rows().whereIn('key', keys).delete())
  }
}
