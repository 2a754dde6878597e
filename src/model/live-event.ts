import type { ItemRef } from './item-ref.ts'
import type { RemoteCommand } from './remote-command.ts'

/** What connected apps are told about, on every node. */
export type LiveEvent = { readonly configuration: number } & (
  | {
      readonly kind: 'watched'
      readonly profileIds: readonly string[]
      readonly items: readonly ItemRef[]
    }
  | { readonly kind: 'library' }
  | { readonly kind: 'sessions' }
  | {
      readonly kind: 'playEnded'
      readonly plays: readonly { readonly profileId: string; readonly id: number }[]
    }
  /** The configuration or its secrets changed, or a change may have been missed: tokens may have ended. */
  | { readonly kind: 'configurationChanged' }
  | { readonly kind: 'signedOut'; readonly device: number }
  | {
      readonly kind: 'command'
      readonly socket: string
      readonly from: string
      readonly command: RemoteCommand
    }
)

export type LiveEvents = {
  /** Never fails and never waits. */
  publish: (event: LiveEvent) => void
  /** Answers whether another node was reached. Never fails. */
  deliver: (event: LiveEvent) => Promise<boolean>
  /** Answers a function that stops listening. */
  subscribe: (configuration: number, listener: (event: LiveEvent) => void) => () => void
  subscribeOwn: (listener: (event: LiveEvent) => void) => void
}
