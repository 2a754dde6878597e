import type { Cache } from '../../cache/cache.ts'
import type { Household } from '../../model/household.ts'
import type { PlaySessionIds } from '../../model/item-ids.ts'
import type { Delivery } from '../../model/play.ts'
import type { Version } from '../../model/version.ts'

const keptMs = 12 * 3_600_000

type Opened = {
  readonly household: Pick<Household, 'userData'>
  readonly version: Pick<Version, 'id' | 'result'>
}

/** The reader of the bytes, as far as the request identifies it. */
export type BytesReader = {
  readonly playSessionId: string | null
  readonly device: number | null
}

export type DeliveryOptions = {
  readonly cache: Pick<Cache, 'get' | 'set'>
  readonly playSessionIds: Pick<PlaySessionIds, 'decode'>
}

export type Deliveries = ReturnType<typeof createDeliveries>

/** How the bytes of versions reach players, as they were opened last on any node: by the same play, device or anybody. */
export function createDeliveries({ cache, playSessionIds }: DeliveryOptions) {
  /** The closest first. Only ids of this service, so that nobody fills the cache with their own. */
  function keysOf({ version }: Opened, { playSessionId, device }: BytesReader): string[] {
    const isOurs = playSessionId !== null && playSessionIds.decode(playSessionId) !== null
    const session = isOurs ? playSessionId.replaceAll('-', '').toLowerCase() : null
    const readers = [
      ...(session === null ? [] : [`:session:${session}`]),
      ...(device === null ? [] : [`:device:${device}`]),
      '',
    ]
    return readers.map((reader) => `delivery:${version.id}${reader}`)
  }

  return {
    /** Never waits and never fails. */
    note(opened: Opened, delivery: Delivery, reader: BytesReader): void {
      if (isProxied(opened, { reads: 'asPlayer' })) return
      for (const key of keysOf(opened, reader)) {
        cache.set(key, Buffer.from(delivery), keptMs).catch(() => {})
      }
    },

    async of(opened: Opened, reader: BytesReader): Promise<Delivery> {
      if (isProxied(opened, { reads: 'asPlayer' })) return 'proxied'
      // Only the request of a page says that it is one.
      for (const key of keysOf(opened, reader)) {
        const noted = await cache.get(key)
        if (noted !== null)
          return Buffer.from(noted).toString() === 'proxied' ? 'proxied' : 'redirect'
      }
      return 'redirect'
    },
  }
}

/** Proxied if the address needs headers or a page of another site reads the bytes. */
export function isProxied(
  { household, version }: Opened,
  { reads }: { readonly reads: 'asPage' | 'asPlayer' },
): boolean {
  // These are web pages, to be opened at their own address.
  if (version.result.type === 'youtube' || version.result.type === 'external') return false
  return (
    reads === 'asPage' ||
    version.result.requestHeaders !== null ||
    Boolean(household.userData.mediaServer?.proxy)
  )
}
