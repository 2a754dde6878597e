import { AppError } from '../../core/errors.ts'
import type { LiveEvent, LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'

/** Who a connection was opened by, for as long as that caller may use it. */
export type LastingAccess = {
  /** The caller as the household is now. Throws UNAUTHORIZED once the right has ended. */
  readonly user: () => User
  /** Aborted when the right ends. */
  readonly ended: AbortSignal
  /** Call it when the connection closes. */
  readonly close: () => void
}

export type LastingAccessService = ReturnType<typeof createLastingAccess>

/** Answers who the caller is now, or throws where there is no right. */
type Ask = () => Promise<User>
/** Gets the events of the household while the right lasts, and who the caller is then. */
type Heard = (event: LiveEvent, user: User) => void

/** How often the right is checked again where no event says so: events can be lost between nodes. */
const usualRecheckMs = 30_000

/**
 * Ends what stays open, web sockets and subscriptions, when the right of its caller ends: after a sign-out, a revoked
 * device, a changed password or PIN, a removed user, a deleted or switched-off configuration, here or on another node.
 */
export function createLastingAccess({
  events,
  recheckMs = usualRecheckMs,
}: {
  events: LiveEvents
  recheckMs?: number
}) {
  return {
    /** Throws what `ask` throws. */
    async open(ask: Ask, heard: Heard): Promise<LastingAccess> {
      const access = follow(events, await ask(), ask, heard)
      const rechecking = setInterval(access.recheck, recheckMs)
      rechecking.unref()
      access.onClose(() => clearInterval(rechecking))
      // Nobody heard what ended the right before this listened.
      await access.begin()
      return access
    },
  }
}

/** Keeps who the caller is in step with the events of the household. */
function follow(events: LiveEvents, first: User, ask: Ask, heard: Heard) {
  let user = first
  let stopListening = listen(events, user, onEvent)
  let isClosed = false
  let hasChanged = false
  const ends = new AbortController()
  const closers: (() => void)[] = []
  const recheck = oneAtATime(async () => {
    try {
      if (!isClosed) update(await ask())
    } catch (error) {
      if (isRefusal(error) && !isClosed) end()
    }
  })

  function onEvent(event: LiveEvent): void {
    const isOwn = event.configuration === user.configuration
    if (event.kind === 'secrets') {
      hasChanged = true
      recheck()
    } else if (isOwn && event.kind === 'signedOut') onSignedOut(event.device)
    else if (isOwn) heard(event, user)
  }

  function onSignedOut(device: number): void {
    if (device === user.device?.rowId) end()
    // Keys have no device: the event may be about this one.
    else if (user.via === 'apiKey') recheck()
  }

  function update(found: User): void {
    if (isClosed) return
    const isOther = hasChanged || found.cacheKey !== user.cacheKey
    const before = stopListening
    hasChanged = false
    user = found
    stopListening = listen(events, user, onEvent)
    before()
    if (isOther) heard({ kind: 'secrets', configuration: found.configuration }, found)
  }

  function close(): void {
    isClosed = true
    stopListening()
    for (const closer of closers) closer()
  }

  function end(): void {
    close()
    ends.abort()
  }

  return {
    recheck,
    close,
    ended: ends.signal,
    onClose: (closer: () => void) => void closers.push(closer),
    async begin(): Promise<void> {
      try {
        update(await ask())
      } catch (error) {
        close()
        throw error
      }
    },
    user: (): User => {
      if (!ends.signal.aborted) return user
      throw new AppError('UNAUTHORIZED', 'The right to listen has ended; sign in again.')
    },
  }
}

/** Hears the events of the caller's configuration and of those that it inherits from; answers how to stop. */
function listen(
  events: LiveEvents,
  { configuration, parents }: User,
  onEvent: (event: LiveEvent) => void,
): () => void {
  const stops = [configuration, ...parents].map((one) =>
    // A function of its own for each time: the same one would be heard, and stopped, once.
    events.subscribe(one, (event) => onEvent(event)),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

/** Answers a function that starts the work; called while it runs, the work runs once more afterwards. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false
  let isWanted = false

  async function run(): Promise<void> {
    isRunning = true
    while (isWanted) {
      isWanted = false
      await work()
    }
    isRunning = false
  }

  return () => {
    isWanted = true
    if (!isRunning) void run()
  }
}

/** Whether an error says that there is no right any more. Where the database is away, who was admitted stays. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code !== 'SERVICE_UNAVAILABLE' &&
    error.code !== 'RATE_LIMIT_EXCEEDED'
  )
}
