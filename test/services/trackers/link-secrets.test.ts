import { describe, expect, it } from 'vitest'
import type { Household } from '../../../src/model/household.ts'
import type { ProviderAccess, TrackerTokens } from '../../../src/model/tracker.ts'
import { openConnection } from '../../../src/services/trackers/connections.ts'
import type { Connection, ConnectionDeps } from '../../../src/services/trackers/connections.ts'
import { changeSecret, createLinkSecrets } from '../../../src/services/trackers/link-secrets.ts'
import { createSealer } from '../../../src/security/seal.ts'
import { createTrackerStore } from '../../../src/storage/repositories/trackers/store.ts'
import { dialects } from '../../support/dialects.ts'
import { event } from '../../support/trackers/events.ts'

const someone = 'a'.repeat(32)
const tokens = (accessToken: string): TrackerTokens => ({
  accessToken,
  refreshToken: `${accessToken}-next`,
  expiresAt: null,
})
const pairing = { userCode: 'ABCD' } as never

describe.each(dialects)(
  'Tokens that a delivery renews, kept on $name,',
  ({ skip, openMigrated }) => {
    /** A delivery that gets new tokens, after `meanwhile`. */
    async function renewed(meanwhile: 'nothing' | 'a pairing begins' | 'a pairing ends') {
      const store = createTrackerStore(await openMigrated())
      const secrets = createLinkSecrets(createSealer(new Uint8Array(32), 'trackers'))
      const { id } = await store.ensure(1, someone, 'trakt', 'connected')
      const put = (secret: Parameters<typeof secrets.seal>[1]) =>
        changeSecret({ store, secrets }, id, () => secret)
      await put({ tokens: tokens('old'), pairing: null })
      const provider = {
        async push(_: unknown, access: ProviderAccess) {
          if (meanwhile === 'a pairing begins') await put({ tokens: tokens('old'), pairing })
          if (meanwhile === 'a pairing ends') await put({ tokens: tokens('other'), pairing: null })
          await access.renewed(tokens('renewed'))
          return { kind: 'delivered' }
        },
      }
      const household = { profiles: [{ id: someone, historyId: someone }], userData: {} }
      const deps = {
        store,
        secrets,
        providers: { trakt: provider },
        household: async () => household as unknown as Household,
      } as unknown as ConnectionDeps
      const { signal } = new AbortController()
      const connection = await openConnection(deps, (await store.link(id))!, signal)
      await (connection as Connection).push(event({}), signal)
      return secrets.read((await store.link(id))!)
    }

    it.skipIf(skip)('are stored', async () => {
      expect(await renewed('nothing')).toEqual({ tokens: tokens('renewed'), pairing: null })
    })

    it.skipIf(skip)('leave a connection alone that was begun meanwhile', async () => {
      expect(await renewed('a pairing begins')).toEqual({ tokens: tokens('renewed'), pairing })
    })

    it.skipIf(skip)(
      'do not take the place of those of an account connected meanwhile',
      async () => {
        expect(await renewed('a pairing ends')).toEqual({ tokens: tokens('other'), pairing: null })
      },
    )
  },
)
