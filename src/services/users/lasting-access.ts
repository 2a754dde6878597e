import { AppError } from '../../core/errors.ts'
import type { LiveEvent, LiveEvents } from '../../model/live-event.ts'
import { OutsideAccessTimes } from '../../model/access-times.ts'
import type { User } from '../../model/household.ts'
import type { AccessTimeService } from './access-times.ts'
import { createWakeUp, longestTimerMs } from './wake-up.ts'

export type LastingAccess = {
  /** The caller with the household as it is now. Throws UNAUTHORIZED once access has ended. */
  readonly user: () => User
  /** Its reason is why, where an error says so. */
  readonly ended: AbortSignal
  readonly close: () => void
}

export type LastingAccessService = ReturnType<typeof createLastingAccess>

/** Of a user to whom bytes are sent; null: they are never cut off, since nobody is known, or the first user, who has no hours. */
export async function accessWhileSending(
  user: User | null,
  open: () => Promise<LastingAccess>,
): Promise<LastingAccess | null> {
  return user === null || user.profile.isOwner ? null : open()
}

type Ask = () => Promise<User>
type Heard = (event: LiveEvent, user: User) => void

/** Events between nodes can be lost, so access is also checked at this interval. */
const usualRecheckMs = 30_000

/** Ends open connections when their caller loses access, on any node: sign-out, changed secret, removed user or configuration. */
export function createLastingAccess({
  events,
  times,
  recheckMs = usualRecheckMs,
}: {
  events: LiveEvents
  times: Pick<AccessTimeService, 'leftMs'>
  recheckMs?: number
}) {
  return {
    async open(ask: Ask, heard: Heard): Promise<LastingAccess> {
      const wakeUp = createWakeUp(() => access.recheck(), recheckMs)
      const timed: Ask = async () => {
        const user = await ask()
        wakeUp.in(await times.leftMs(user))
        return user
      }
      const access = follow(events, await ask(), timed, heard)
      const rechecking = setInterval(access.recheck, recheckMs)
      rechecking.unref()
      access.onClose(() => clearInterval(rechecking))
      access.onClose(() => wakeUp.stop())
      access.onClose(atExpiry(access.user().access?.expiresAt ?? null, access.recheck))
      // An event before the subscription was missed, so check again.
      await access.begin()
      return access
    },
  }
}

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
      if (isRefusal(error) && !isClosed) end(error)
    }
  })

  function onEvent(event: LiveEvent): void {
    const isOwn = event.configuration === user.configuration
    if (event.kind === 'configurationChanged') {
      hasChanged = true
      recheck()
    } else if (isOwn && event.kind === 'signedOut') onSignedOut(event.device)
    else if (isOwn) heard(event, user)
  }

  function onSignedOut(device: number): void {
    if (device === user.device?.rowId) end()
    // API keys have no device id, so the event may be about this one.
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
    if (isOther) heard({ kind: 'configurationChanged', configuration: found.configuration }, found)
  }

  function close(): void {
    isClosed = true
    stopListening()
    for (const closer of closers) closer()
  }

  function end(why?: AppError): void {
    close()
    ends.abort(why)
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
      if (ends.signal.reason instanceof OutsideAccessTimes) throw ends.signal.reason
      throw new AppError('UNAUTHORIZED', 'Your access has ended; sign in again.')
    },
  }
}

/** Returns a function that stops waiting. */
function atExpiry(expiresAt: number | null, act: () => void): () => void {
  if (expiresAt === null) return () => {}
  let waiting: NodeJS.Timeout | undefined
  function wait(): void {
    const left = expiresAt! - Date.now()
    if (left < 0) act()
    else waiting = setTimeout(wait, Math.min(left + 1, longestTimerMs)).unref()
  }
  wait()
  return () => clearTimeout(waiting)
}

/** Subscribes to the caller's configuration and those it inherits from; returns a function that unsubscribes. */
function listen(
  events: LiveEvents,
  { configuration, parents }: User,
  onEvent: (event: LiveEvent) => void,
): () => void {
  const stops = [configuration, ...parents].map((one) =>
    // A new function per configuration: the emitter would register and remove a repeated one only once.
    events.subscribe(one, (event) => onEvent(event)),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

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
    if (!isRunning) run().catch(() => {})
  }
}

/** Whether the error means that access has ended. A database failure does not: existing connections stay open. */
function isRefusal(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    error.code !== 'SERVICE_UNAVAILABLE' &&
    error.code !== 'RATE_LIMIT_EXCEEDED'
  )
}
