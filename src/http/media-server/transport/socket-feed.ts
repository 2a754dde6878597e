import type { Logger } from '../../../core/logger.ts'
import { parseJson, recordOf } from '../../../core/json.ts'
import type { RequestContext } from '../../../graphql/context.ts'
import type { Services } from '../../../graphql/services.ts'
import type { ItemRef } from '../../../model/item-ref.ts'
import type { LiveEvent } from '../../../model/live-event.ts'
import type { LastingAccess } from '../../../services/users/lasting-access.ts'
import type { SessionList } from '../playback/session-list.ts'
import { libraryMessage, messageOf, userDataMessage } from './socket-messages.ts'

export type FeedOptions = {
  readonly services: Services
  readonly sessions: SessionList
  readonly log: Logger
  readonly access: LastingAccess
  /** A new context per answer, so that access and watch states are read again. */
  readonly contextOf: () => RequestContext
  /** Aborted when the connection closes. */
  readonly signal: AbortSignal
  readonly send: (message: string) => void
}

/** Changes within this time are sent together. */
const gatherMs = 300
const leastIntervalMs = 1_000
const longestIntervalMs = 3_600_000
const maxGathered = 1_000

/** What one app receives: changes as they happen, and sessions at the interval it asks for. */
export function createFeed(options: FeedOptions) {
  const { access, send } = options
  const userData = createUserDataFeed(options)
  const sessions = createSessionFeed(options)

  return {
    event(event: LiveEvent): void {
      if (event.kind === 'library') send(libraryMessage())
      else if (event.kind === 'sessions') sessions.changed()
      else if (event.kind === 'watched' && event.profileIds.includes(access.user().profile.id)) {
        userData.changed(event.items)
      }
    },

    message(text: string): void {
      const { MessageType: type, Data: data } = recordOf(parseJson(text))
      const kind = typeof type === 'string' ? type.toLowerCase() : ''
      if (kind === 'keepalive') send(messageOf('KeepAlive'))
      else if (kind === 'sessionsstart') sessions.start(data)
      else if (kind === 'sessionsstop') sessions.stop()
    },

    stop(): void {
      userData.stop()
      sessions.stop()
    },
  }
}

function createUserDataFeed(options: FeedOptions) {
  const { services, access, signal } = options
  let refs: ItemRef[] = []
  let gathering: NodeJS.Timeout | undefined

  function sendGathered(): void {
    const changed = refs
    refs = []
    gathering = undefined
    attempt(options, async () => userDataMessage(services, access.user(), changed, signal))
  }

  return {
    changed(items: readonly ItemRef[]): void {
      if (refs.length < maxGathered) refs.push(...items)
      gathering ??= setTimeout(sendGathered, gatherMs)
    },
    stop: () => clearTimeout(gathering),
  }
}

/** Sends sessions at once after a quiet time, else when the app's interval is over. */
function createSessionFeed(options: FeedOptions) {
  let intervalMs: number | null = null
  let sentAt = 0
  let waiting: NodeJS.Timeout | undefined

  function sendSessions(): void {
    waiting = undefined
    sentAt = Date.now()
    attempt(options, async () => messageOf('Sessions', await options.sessions(options.contextOf())))
  }

  function changed(): void {
    if (intervalMs === null || waiting) return
    waiting = setTimeout(sendSessions, Math.max(0, sentAt + intervalMs - Date.now()))
  }

  return {
    changed,
    /** `data`: delay before the first and interval, in milliseconds, separated by a comma. */
    start(data: unknown): void {
      const [, wanted] = typeof data === 'string' ? data.split(',').map(Number) : []
      intervalMs = Math.min(longestIntervalMs, Math.max(leastIntervalMs, wanted || 0))
      changed()
    },
    stop(): void {
      intervalMs = null
      clearTimeout(waiting)
      waiting = undefined
    },
  }
}

/** On failure the next change tries again; who has lost access is told so by the end of the connection. */
function attempt(
  { access, signal, send, log }: FeedOptions,
  work: () => Promise<string | null>,
): void {
  work().then(
    (message) => {
      if (message !== null && !signal.aborted) send(message)
    },
    (error: unknown) => {
      if (!signal.aborted && !access.ended.aborted)
        log.warn({ err: error }, 'a message to a connected app could not be sent')
    },
  )
}
