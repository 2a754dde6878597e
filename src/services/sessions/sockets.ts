import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { OpenSocket, SocketStore } from '../../model/socket-store.ts'

const renewEveryMs = 25_000
/** A socket not renewed for this long belonged to a node that died. */
const staleMs = 75_000

export type Sockets = ReturnType<typeof createSockets>

type HeldSocket = {
  readonly id: string
  /** Resolves when other nodes can see it, or after a failed write, which the next renewal repeats. Never rejects. */
  readonly stored: Promise<void>
  close(): void
}

export function createSockets({
  store,
  events,
}: {
  readonly store: SocketStore
  readonly events: LiveEvents
}) {
  const own = new Map<string, OpenSocket>()
  let leaving: OpenSocket[] = []
  let flushing: Promise<void> | null = null
  let renewing: NodeJS.Timeout | undefined

  /** A failed write is repeated by the next renewal. */
  async function keep(sockets: readonly OpenSocket[]): Promise<void> {
    await store.keep(sockets).catch(() => {})
    // A socket that was closed during the write has just been stored again.
    const gone = sockets.filter(({ id }) => !own.has(id)).map(({ id }) => id)
    if (gone.length > 0) await store.close(gone).catch(() => {})
  }

  async function renew(): Promise<void> {
    await keep([...own.values()])
    await store.prune(Date.now() - staleMs).catch(() => {})
  }

  /** Sockets that close together, as on shutdown, need one statement. */
  async function flush(): Promise<void> {
    await nextTurn()
    const gone = leaving
    leaving = []
    flushing = null
    await store.close(gone.map(({ id }) => id)).catch(() => {})
    for (const configuration of new Set(gone.map((socket) => socket.configuration))) {
      events.publish({ kind: 'sessions', configuration })
    }
  }

  return {
    /** Null for a caller without a device, such as an API key. */
    open({ configuration, device }: User): HeldSocket | null {
      if (!device) return null
      const id = randomBytes(16).toString('hex')
      const socket = { id, configuration, device: device.rowId, openedAt: Date.now() }
      own.set(id, socket)
      renewing ??= setInterval(() => void renew(), renewEveryMs).unref()
      const stored = keep([socket]).then(() => events.publish({ kind: 'sessions', configuration }))
      return {
        id,
        stored,
        close() {
          if (!own.delete(id)) return
          leaving.push(socket)
          flushing ??= flush()
        },
      }
    },

    isHere: (id: string): boolean => own.has(id),

    /** The last opened socket per device, so that two windows of an app do not both play. */
    async of(configuration: number): Promise<ReadonlyMap<number, string>> {
      const found = await store.list(configuration, Date.now() - staleMs)
      return new Map(found.toReversed().map(({ device, id }) => [device, id]))
    },

    async stop(): Promise<void> {
      clearInterval(renewing)
      await flushing
    },
  }
}
