import type { ExecutionResult, GraphQLError } from 'graphql'
import type { PreparedOperation } from './operations.ts'
import { isResults } from './results.ts'

/** An operation waits once so many messages of its stream are unread. */
const maxUnread = 20
const pingMs = 12_000
/** Between the reservation and the stream. */
const openWithinMs = 30_000

export type EventStream = ReturnType<typeof createEventStream>

/** One stream of events that carries the results of many operations, each under its id. */
export function createEventStream(onClose: () => void) {
  const operations = new Map<string, PreparedOperation | null>()
  let queue: ReadableStreamDefaultController<Uint8Array> | undefined
  let isClosed = false
  let room = Promise.withResolvers<void>()
  let pinging: NodeJS.Timeout | undefined
  const expiring = setTimeout(close, openWithinMs).unref()

  function close(): void {
    if (isClosed) return
    end()
    queue?.close()
  }

  function end(): void {
    isClosed = true
    clearTimeout(expiring)
    clearInterval(pinging)
    for (const operation of operations.values()) operation?.cancel()
    operations.clear()
    room.resolve()
    onClose()
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        queue = controller
      },
      pull() {
        room.resolve()
        room = Promise.withResolvers()
      },
      cancel: end,
    },
    { highWaterMark: maxUnread },
  )

  const hasRoom = (): boolean => isClosed || (queue?.desiredSize ?? 0) > 0

  async function send(event: string, data: object): Promise<void> {
    while (!hasRoom()) await room.promise
    if (!isClosed) queue?.enqueue(Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
  }

  async function deliver(id: string, operation: PreparedOperation): Promise<void> {
    const isWanted = (): boolean => !isClosed && operations.get(id) === operation
    const result = await operation.run()
    if (isResults(result)) {
      const results = result[Symbol.asyncIterator]()
      for (;;) {
        const { done, value } = await results.next()
        if (done || !isWanted()) break
        await send('next', { id, payload: value })
      }
      await results.return?.()
    } else if (isWanted()) await send('next', { id, payload: result satisfies ExecutionResult })
    if (!isWanted()) return
    operations.delete(id)
    await send('complete', { id })
  }

  return {
    close,

    open(): ReadableStream<Uint8Array> | null {
      if (pinging) return null
      clearTimeout(expiring)
      const ping = (): void => {
        if (!isClosed && hasRoom()) queue?.enqueue(Buffer.from(':\n\n'))
      }
      // Some browsers show nothing of an answer before its first bytes.
      ping()
      pinging = setInterval(ping, pingMs)
      return body
    },

    get size(): number {
      return operations.size
    },

    has: (id: string): boolean => operations.has(id),

    /** Keeps the id until the operation is prepared; answers the errors, if it cannot be. */
    async start(
      id: string,
      preparing: Promise<PreparedOperation | readonly GraphQLError[]>,
    ): Promise<readonly GraphQLError[] | null> {
      operations.set(id, null)
      const prepared = await preparing
      const isWanted = !isClosed && operations.get(id) === null
      if ('run' in prepared) {
        if (!isWanted) return null
        operations.set(id, prepared)
        deliver(id, prepared).catch(close)
        return null
      }
      if (isWanted) operations.delete(id)
      return prepared
    },

    stop(id: string): void {
      operations.get(id)?.cancel()
      operations.delete(id)
    },
  }
}
