import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { TrackerLink } from '../../model/tracker-link.ts'
import type { Pairing, TrackerTokens } from '../../model/tracker.ts'
import type { Sealer } from '../../security/seal.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'

export type LinkSecret = {
  readonly tokens: TrackerTokens | null
  readonly pairing: Pairing | null
}

const maxAttempts = 10

export type LinkSecrets = ReturnType<typeof createLinkSecrets>

export function createLinkSecrets(sealer: Sealer) {
  const contextOf = (link: number): string => `tracker-link ${link}`
  return {
    /** Null if nothing is stored or it cannot be decrypted. */
    read({ id, secret }: TrackerLink): LinkSecret | null {
      const plain = secret && sealer.open(secret, contextOf(id))
      return plain && (fromJsonBytes(plain) as LinkSecret)
    },

    seal: (link: number, secret: LinkSecret): Uint8Array =>
      sealer.seal(jsonBytes(secret), contextOf(link)),
  }
}

/**
 * Changes what is stored for a link, from what is stored at that moment: a delivery may renew tokens while a person
 * connects the tracker anew. `change` answers null where it stays as it is.
 */
export async function changeSecret(
  deps: { store: Pick<TrackerStore, 'link' | 'changeSecret'>; secrets: LinkSecrets },
  id: number,
  change: (stored: LinkSecret | null) => LinkSecret | null,
): Promise<void> {
  const { store, secrets } = deps
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const link = await store.link(id)
    const next = link && change(secrets.read(link))
    if (!next || (await store.changeSecret(link, secrets.seal(id, next)))) return
  }
  throw new Error(`the secret of tracker link ${id} changes all the time`)
}
