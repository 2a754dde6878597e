import { AppError } from '../../core/errors.ts'
import type { Client } from '../../model/credentials.ts'
import { clientKey } from '../../security/rate-limit.ts'

/** Files being received, waiting or being read by this process. */
const slots = 16
/** Per configuration and per client address, so that neither can take all slots. */
const slotsOfConfiguration = 2
const slotsOfClient = 8
const retryAfter = 30

export type Uploader = { readonly configuration: number; readonly client: Client }

export function createUploadSlots() {
  const ofConfiguration = new Map<number, number>()
  const ofClient = new Map<string, number>()
  let taken = 0

  /** Returns the release function. Throws RATE_LIMIT_EXCEEDED. */
  return function take({ configuration, client }: Uploader): () => void {
    const address = clientKey(client.address)
    if ((ofConfiguration.get(configuration) ?? 0) >= slotsOfConfiguration) {
      throw refusal(
        `${slotsOfConfiguration} files of this configuration are being imported already; send this one after them.`,
      )
    }
    if ((ofClient.get(address) ?? 0) >= slotsOfClient) {
      throw refusal(
        `${slotsOfClient} files from this address are being imported already; send this one after them.`,
      )
    }
    if (taken >= slots) {
      throw refusal('Too many files are being imported; send this one again in a while.')
    }
    taken += 1
    add(ofConfiguration, configuration, 1)
    add(ofClient, address, 1)
    return () => {
      taken -= 1
      add(ofConfiguration, configuration, -1)
      add(ofClient, address, -1)
    }
  }
}

function refusal(message: string): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', message, { retryAfter })
}

function add<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
