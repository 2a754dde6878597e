import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { TrackerLink } from '../../model/tracker-link.ts'
import type { Pairing, TrackerTokens } from '../../model/tracker.ts'
import type { Sealer } from '../../security/seal.ts'

/** What is stored, sealed, for the link of a provider. */
export type LinkSecret = {
  readonly tokens: TrackerTokens | null
  /** A connection that was begun; null: none. */
  readonly pairing: Pairing | null
}

export type LinkSecrets = ReturnType<typeof createLinkSecrets>

export function createLinkSecrets(sealer: Sealer) {
  const contextOf = (link: number): string => `tracker-link ${link}`
  return {
    /** Null where nothing is stored, or nothing that can be opened. */
    read({ id, secret }: TrackerLink): LinkSecret | null {
      const plain = secret && sealer.open(secret, contextOf(id))
      return plain && (fromJsonBytes(plain) as LinkSecret)
    },

    seal: (link: number, secret: LinkSecret): Uint8Array =>
      sealer.seal(jsonBytes(secret), contextOf(link)),
  }
}
