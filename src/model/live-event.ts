import type { ItemRef } from './item-ref.ts'
import type { RemoteCommand } from './remote-command.ts'

/** What connected apps are told about, on every node. */
export type LiveEvent = { readonly configuration: number } & (
  | {
      readonly kind: 'watched'
      /** Profiles that read this history. */
      readonly profileIds: readonly string[]
      readonly items: readonly ItemRef[]
    }
  | { readonly kind: 'library' }
  | { readonly kind: 'sessions' }
  /** The configuration or what opens it has changed, or may have unheard: tokens may have ended. */
  | { readonly kind: 'secrets' }
  | { readonly kind: 'signedOut'; readonly device: number }
  | {
      readonly kind: 'command'
      /** Id of the web socket that it goes to. */
      readonly socket: string
      /** Profile that gives it. */
      readonly from: string
      readonly command: RemoteCommand
    }
)

export type LiveEvents = {
  /** Never fails and never waits. */
  publish: (event: LiveEvent) => void
  /** Publishes, and answers whether any other node was reached. Never fails. */
  deliver: (event: LiveEvent) => Promise<boolean>
  /** Answers how to stop listening. */
  subscribe: (configuration: number, listener: (event: LiveEvent) => void) => () => void
  /** Hears what this node itself publishes, of every configuration, before anybody else does. For as long as the service runs. */
  subscribeOwn: (listener: (event: LiveEvent) => void) => void
}
