import { describe, expect, it } from 'vitest'
import type { PullOutcome, PushOutcome } from '../../../src/model/tracker.ts'
import type { Connection, NoConnection } from '../../../src/services/trackers/connections.ts'
import { workOnLink } from '../../../src/services/trackers/link-work.ts'
import { pullLink } from '../../../src/services/trackers/pull.ts'
import type { PullDeps } from '../../../src/services/trackers/pull.ts'
import { createTrackerStore } from '../../../src/storage/repositories/trackers/store.ts'
import { dialects } from '../../support/dialects.ts'
import { event } from '../../support/trackers/events.ts'
import { because } from '../../support/trackers/reasons.ts'

const nobody = { links: [], configurations: [] }
const someone = 'a'.repeat(32)
const away = { kind: 'retry', reason: because('away'), afterMs: null } as const
const busy = { kind: 'retry', reason: because('busy'), afterMs: 3_600_000 } as const
const shut = { kind: 'unauthorized', reason: because('the key was taken back') } as const
const nothingNew = {
  kind: 'pulled',
  pulled: { version: 'old', watched: null, begun: null, marked: null, ttlMs: null },
} as const

/** What becomes of one attempt while somebody asks for another one. */
type Attempt = { connect?: NoConnection | Error; push?: PushOutcome; pull?: PullOutcome | Error }

describe.each(dialects)('A retry that is asked for on $name', ({ skip, openMigrated }) => {
  async function open() {
    const store = createTrackerStore(await openMigrated())
    const { id } = await store.ensure(1, someone, 'source:a', 'connected')
    const heard: string[] = []
    /** Versions that pulls began from. */
    const asked: (string | null)[] = []
    /** Secrets of the accounts that were pulled. */
    const pulled: (string | undefined)[] = []

    /** Works on the link. `meanwhile` runs before the first answer of the tracker comes. */
    async function work(attempt: Attempt, meanwhile: () => Promise<unknown>): Promise<void> {
      let first = true
      const answer = async <T>(word: string, outcome: T | Error | undefined, next: T) => {
        heard.push(word)
        if (!first || outcome === undefined) return next
        first = false
        await meanwhile()
        if (outcome instanceof Error) throw outcome
        return outcome
      }
      const connection = {
        addressMark: 'm'.repeat(43),
        width: 1,
        spacingMs: 0,
        push: async () => answer<PushOutcome>('push', attempt.push, { kind: 'delivered' }),
        pull: async (version: string | null) => {
          asked.push(version)
          return answer<PullOutcome>('pull', attempt.pull, nothingNew)
        },
      }
      const history = { historyIdOf: async () => 1 }
      const events = { publish: () => undefined }
      const pullDeps = { store, history, events } as unknown as PullDeps
      await workOnLink(
        {
          store,
          connect: (link) =>
            answer<Connection | NoConnection>('connect', attempt.connect, {
              name: link.secret === null ? undefined : Buffer.from(link.secret).toString(),
              household: { configuration: 1, profiles: [] },
              ...connection,
            } as unknown as Connection),
          pull: (link, connected, signal) => {
            pulled.push(connected.name)
            return pullLink(pullDeps, link, connected, signal)
          },
        },
        id,
        new AbortController().signal,
      ).catch((error: Error) => {
        if (error.message !== 'broken') throw error
      })
    }

    const isDue = async () =>
      (await store.duePulls(Date.now(), 9, nobody)).length +
        (await store.duePushes(Date.now(), 9, nobody)).length >
      0
    return {
      store,
      id,
      heard,
      asked,
      pulled,
      work,
      isDue,
      link: async () => (await store.link(id))!,
    }
  }

  const attempts: [string, Attempt][] = [
    ['a pull is answered', { pull: nothingNew }],
    ['a pull fails', { pull: away }],
    ['a pull is put off', { pull: busy }],
    ['a pull is not let in', { pull: shut }],
    ['a pull ends in an error', { pull: new Error('broken') }],
    ['a delivery fails', { push: away }],
    ['a delivery is put off', { push: busy }],
    ['a delivery is not let in', { push: shut }],
    ['the tracker is switched off', { connect: 'away' }],
    ['the tracker cannot be reached', { connect: new Error('broken') }],
  ]

  it.skipIf(skip).each(attempts)('while %s takes place all the same', async (_, attempt) => {
    const { store, id, heard, work, isDue, link } = await open()
    if (attempt.push) await store.enqueue([id], [event({ metaId: 'tt1' })])
    // Once more than once: what a retry stores must differ from what the one before stored.
    await store.retryNow(id)
    await work(attempt, () => store.retryNow(id))
    if (await isDue()) await work({}, async () => undefined)
    const [word] = Object.keys(attempt)
    expect(heard.filter((one) => one === word)).toHaveLength(2)
    expect(await store.waitingCounts([id])).toEqual(new Map())
    expect(await link()).toMatchObject({ state: 'connected', version: 'old', failures: 0 })
  })

  it.skipIf(skip).each([
    ['pull', { pull: shut }],
    ['delivery', { push: shut }],
  ] satisfies [string, Attempt][])(
    'with another connection is not undone by an old %s that was not let in',
    async (_, attempt) => {
      const { store, id, work, link } = await open()
      await store.enqueue([id], 'push' in attempt ? [event({ metaId: 'tt1' })] : [])
      await store.retryNow(id, { state: 'reconnect', reason: because('once before') })
      const connectAgain = () =>
        store.retryNow(id, { state: 'connected', reason: null, version: null })
      await connectAgain()
      await work(attempt, connectAgain)
      expect(await link()).toMatchObject({ state: 'connected', reason: null })
    },
  )

  it.skipIf(skip)('with another account during a delivery pulls that account', async () => {
    const { store, id, pulled, work } = await open()
    await store.enqueue([id], [event({ metaId: 'tt1' })])
    await store.retryNow(id, { secret: Buffer.from('one') })
    const delivered = { kind: 'delivered' } as const
    await work({ push: delivered }, () => store.retryNow(id, { secret: Buffer.from('two') }))
    expect(pulled.at(-1)).toBe('two')
    expect(pulled).not.toContain('one')
  })

  it.skipIf(skip)('goes on from what was pulled meanwhile', async () => {
    const { store, id, asked, work } = await open()
    await work({ pull: nothingNew }, () => store.retryNow(id))
    expect(asked).toEqual([null, 'old'])
  })

  it.skipIf(skip)('with another account does not get the version of the one before', async () => {
    const { store, id, asked, work } = await open()
    await work({ pull: nothingNew }, async () => {
      await store.retryNow(id, { version: null, secret: Buffer.from('other') })
    })
    expect(asked).toEqual([null, null])
  })

  it.skipIf(skip)('does not make a failing tracker be asked without end', async () => {
    const { store, id, heard, work, isDue } = await open()
    await store.enqueue([id], [event({ metaId: 'tt1' })])
    await work({ push: busy }, async () => undefined)
    expect(heard.filter((word) => word === 'push')).toHaveLength(1)
    // Of another title, while the tracker wants to be left alone.
    await store.enqueue([id], [event({ metaId: 'tt2' })])
    await work({ push: busy }, async () => undefined)
    expect(heard.filter((word) => word === 'push')).toHaveLength(1)
    expect(await store.duePushes(Date.now(), 9, nobody)).toEqual([])
    expect(await isDue()).toBe(false)
  })
})
