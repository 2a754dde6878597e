import type { Redis } from 'ioredis'
import { randomUUID } from 'node:crypto'
import { parseJson } from '../core/json.ts'
import type { LiveEvent, LiveEvents } from '../model/live-event.ts'

type Listener = (event: LiveEvent) => void

export function createMemoryLiveEvents(): LiveEvents & { configurations(): readonly number[] } {
  const listeners = new Map<number, Set<Listener>>()
  const ownListeners: Listener[] = []

  function publish(event: LiveEvent): void {
    for (const listener of ownListeners) attempt(listener, event)
    for (const listener of listeners.get(event.configuration) ?? []) attempt(listener, event)
  }

  return {
    configurations: () => [...listeners.keys()],
    publish,
    async deliver(event) {
      publish(event)
      return false
    },
    subscribe(configuration, listener) {
      const own = listeners.get(configuration) ?? new Set()
      listeners.set(configuration, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(configuration) === own) listeners.delete(configuration)
      }
    },
    subscribeOwn(listener) {
      ownListeners.push(listener)
    },
  }
}

const channel = 'live-events'

/** One listener's failure must not reach the others or the publisher. */
function attempt(listener: Listener, event: LiveEvent): void {
  try {
    listener(event)
  } catch {
    // It asks for what it missed with the next event.
  }
}

export function createRedisLiveEvents(redis: Redis): LiveEvents & { close(): Promise<void> } {
  const local = createMemoryLiveEvents()
  const ownListeners: Listener[] = []
  const node = randomUUID()
  // A subscribed connection can do nothing else. It waits for Redis as long as it takes.
  const ear = redis.duplicate({
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    socketTimeout: undefined,
    autoResubscribe: false,
  })
  ear.on('error', () => {})
  ear.on('message', (_channel, text: string) => {
    const message = read(text)
    if (message && message.from !== node) local.publish(message.event)
  })
  let wasAway = false
  let isListening = false
  ear.on('close', () => {
    wasAway = true
    isListening = false
  })
  ear.on('ready', () => {
    ear.subscribe(channel).then(lookAgain, () => {})
  })

  /** Events published while Redis was away were missed. */
  function lookAgain(): void {
    isListening = true
    if (!wasAway) return
    wasAway = false
    for (const configuration of local.configurations()) {
      local.publish({ kind: 'configurationChanged', configuration })
    }
  }

  async function publish(event: LiveEvent): Promise<number> {
    for (const listener of ownListeners) attempt(listener, event)
    local.publish(event)
    return redis.publish(channel, write(node, event)).catch(() => 0)
  }

  return {
    publish: (event) => void publish(event),
    deliver: async (event) => (await publish(event)) > (isListening ? 1 : 0),
    subscribe: local.subscribe,
    subscribeOwn(listener) {
      ownListeners.push(listener)
    },
    async close() {
      ear.disconnect()
    },
  }
}

/** What nodes of the previous release send, and all that they understand: nodes of both run side by side during an upgrade. The next release sends `configurationChanged`. */
const formerKind = 'secrets'

function write(from: string, event: LiveEvent): string {
  const kind = event.kind === 'configurationChanged' ? formerKind : event.kind
  return JSON.stringify({ from, event: { ...event, kind } })
}

function read(text: string): { readonly from: string; readonly event: LiveEvent } | undefined {
  const message = parseJson(text) as { from: string; event: LiveEvent | Former } | undefined
  const event = message?.event
  if (event?.kind !== formerKind) return message as { from: string; event: LiveEvent } | undefined
  return { ...message!, event: { ...event, kind: 'configurationChanged' } }
}

type Former = { readonly kind: typeof formerKind; readonly configuration: number }
