import { setImmediate, setTimeout } from 'node:timers/promises'

export type StoredRow = {
  key: string
  body: Buffer
  expires_at: number
  size: number
  site: string
}

export type StoredChange = readonly [key: string, row: StoredRow | null]

type Changes = ReadonlyMap<string, StoredRow | null>

/** Written one after the other, each by as few transactions as hold it. */
type Round = {
  readonly changes: Map<string, StoredRow | null>
  readonly done: PromiseWithResolvers<void>
}

/** Per transaction: below what servers accept, and short enough for others to get their turn. */
const batchBytes = 2 * 2 ** 20
const batchRows = 50
const maxWaitingBytes = 32 * 2 ** 20
/** Answers of sources come in groups, and whoever asked for them comes first. */
const gatherMs = 25

/** Those that arrive during a write share the next transaction, since on SQLite each one waits for the disk. */
export function createStoredWrites(writeBatch: (batch: readonly StoredChange[]) => Promise<void>) {
  let waiting = createRound()
  let waitingBytes = 0
  let written = createRound()
  written.done.resolve()
  let writing: Promise<void> | null = null
  let flushing = new AbortController()
  let isClosing = false

  async function gather(): Promise<void> {
    const { signal } = flushing
    await setTimeout(gatherMs, null, { signal }).catch(() => setImmediate())
    if (!isClosing) flushing = new AbortController()
  }

  async function writeRound({ changes, done }: Round): Promise<void> {
    for (const batch of batchesOf(changes)) await writeBatch(batch).catch(() => {})
    done.resolve()
  }

  async function writeWaiting(): Promise<void> {
    while (waiting.changes.size > 0) {
      await gather()
      written = waiting
      waiting = createRound()
      waitingBytes = 0
      await writeRound(written)
    }
    written.changes.clear()
    writing = null
  }

  return {
    /** Null: deleted; undefined: nothing is on its way. */
    find: (key: string): StoredRow | null | undefined =>
      [waiting, written].find(({ changes }) => changes.has(key))?.changes.get(key),

    /** Ends with the round of writes that it belongs to. */
    async put(key: string, row: StoredRow | null, { soon }: { soon: boolean }): Promise<void> {
      const bytes = row?.body.byteLength ?? 0
      if (waitingBytes + bytes > maxWaitingBytes) return
      const { changes, done } = waiting
      changes.set(key, row)
      waitingBytes += bytes
      if (soon) flushing.abort()
      writing ??= writeWaiting()
      await done.promise
    },

    /** Once nothing of the site is on its way any more. */
    async dropSite(site: string): Promise<void> {
      const { changes } = waiting
      for (const [key, row] of changes) if (row?.site === site) changes.set(key, null)
      await written.done.promise
    },

    async close(): Promise<void> {
      isClosing = true
      flushing.abort()
      await writing
    },
  }
}

function createRound(): Round {
  return { changes: new Map(), done: Promise.withResolvers() }
}

function batchesOf(changes: Changes): readonly StoredChange[][] {
  const batches: StoredChange[][] = []
  let bytes = Infinity
  // The same order on all nodes, so that they do not deadlock.
  for (const change of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const own = change[1]?.body.byteLength ?? 0
    const batch = batches.at(-1)
    if (batch && batch.length < batchRows && bytes + own <= batchBytes) {
      batch.push(change)
      bytes += own
    } else {
      batches.push([change])
      bytes = own
    }
  }
  return batches
}
