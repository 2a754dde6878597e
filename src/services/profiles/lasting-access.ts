import { AppError } from '../../core/errors.ts'
import type { LiveEvent, LiveEvents } from '../../model/live-event.ts'
import type { Member } from '../../model/member.ts'

/** Who a connection was opened by, for as long as that caller may use it. */
export type LastingAccess = {
  /** The caller as the household is now. Throws UNAUTHORIZED once the right has ended. */
  readonly member: () => Member
  /** Aborted when the right ends. */
  readonly ended: AbortSignal
  /** Call it when the connection closes. */
  readonly close: () => void
}

export type LastingAccessService = ReturnType<typeof createLastingAccess>

/** How often the right is looked at again where no event says so: events can be lost between nodes. */
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
    /**
     * `ask` answers who the caller is now, or throws where there is no right, as this does then. `heard` gets the
     * events of the household while the right lasts, and who the caller is then.
     */
    async open(
      ask: () => Promise<Member>,
      heard: (event: LiveEvent, member: Member) => void,
    ): Promise<LastingAccess> {
      let member = await ask()
      const ends = new AbortController()
      let stopListening = listen()
      let isChecking = false
      let isStale = false
      let isClosed = false
      let hasChanged = false
      const rechecking = setInterval(recheck, recheckMs)
      rechecking.unref()

      function listen(): () => void {
        const stops = [member.configuration, ...member.parents].map((configuration) =>
          // A function of its own for each time: the same one would be heard, and stopped, once.
          events.subscribe(configuration, (event) => onEvent(event)),
        )
        return () => {
          for (const stop of stops) stop()
        }
      }

      function onEvent(event: LiveEvent): void {
        const isOwn = event.configuration === member.configuration
        if (event.kind === 'secrets') {
          hasChanged = true
          recheck()
        } else if (isOwn && event.kind === 'signedOut') onSignedOut(event.device)
        else if (isOwn) heard(event, member)
      }

      function onSignedOut(device: number): void {
        if (device === member.device?.number) end()
        // Keys have no device: the event may be about this one.
        else if (member.via === 'apiKey') recheck()
      }

      /** One look-up at a time; what happens meanwhile is looked at afterwards. */
      function recheck(): void {
        isStale = !isClosed
        if (!isChecking) void lookAgain()
      }

      async function lookAgain(): Promise<void> {
        isChecking = true
        while (isStale) {
          isStale = false
          try {
            follow(await ask())
          } catch (error) {
            if (isRefusal(error) && !isClosed) end()
          }
        }
        isChecking = false
      }

      function follow(found: Member): void {
        if (isClosed) return
        const isNews = hasChanged || found.cacheKey !== member.cacheKey
        const before = stopListening
        hasChanged = false
        member = found
        stopListening = listen()
        before()
        if (isNews) heard({ kind: 'secrets', configuration: found.configuration }, found)
      }

      function close(): void {
        isClosed = true
        isStale = false
        clearInterval(rechecking)
        stopListening()
      }

      function end(): void {
        close()
        ends.abort()
      }

      // What ended the right before this listened was told to nobody.
      try {
        follow(await ask())
      } catch (error) {
        close()
        throw error
      }
      return {
        member() {
          if (!ends.signal.aborted) return member
          throw new AppError('UNAUTHORIZED', 'The right to listen has ended; sign in again.')
        },
        ended: ends.signal,
        close,
      }
    },
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
