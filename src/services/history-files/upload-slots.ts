import { createKeyedSlots } from '../../core/keyed-slots.ts'
import type { Client } from '../../model/credentials.ts'
import { clientKey } from '../../security/rate-limit.ts'

/** Files being received, waiting or being read by this process. */
const slots = 16
/** Per configuration and per client address, so that neither can take all slots. */
const slotsOfConfiguration = 2
const slotsOfClient = 4
const retryAfter = 30

export type Uploader = { readonly configuration: number; readonly client: Client }

export function createUploadSlots() {
  const takeOfConfiguration = createKeyedSlots<number>(slotsOfConfiguration, {
    message: `${slotsOfConfiguration} files of this configuration are being imported already; send this one after them.`,
    retryAfter,
  })
  const takeOfClient = createKeyedSlots<string>(slotsOfClient, {
    message: `${slotsOfClient} files from this address are being imported already; send this one after them.`,
    retryAfter,
  })
  const takeOfAll = createKeyedSlots<'all'>(slots, {
    message: 'Too many files are being imported; send this one again in a while.',
    retryAfter,
  })

  /** Returns the release function. Throws RATE_LIMIT_EXCEEDED. */
  return function take({ configuration, client }: Uploader): () => void {
    const releases: (() => void)[] = []
    const release = (): void => {
      for (const each of releases) each()
    }
    try {
      releases.push(takeOfConfiguration(configuration))
      releases.push(takeOfClient(clientKey(client.address)))
      releases.push(takeOfAll('all'))
      return release
    } catch (error) {
      release()
      throw error
    }
  }
}
