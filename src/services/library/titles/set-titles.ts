import { LRUCache } from 'lru-cache'
import type { Cache, ChangeableCache } from '../../../cache/cache.ts'
import { atMost } from '../../../core/entries.ts'
import { fromJsonBytes, jsonBytes } from '../../../core/json.ts'
import { createKeyedQueues } from '../../../core/keyed-queues.ts'
import { within } from '../../../core/within.ts'
import type { Identity } from '../../../library/identity.ts'
import type { Details } from '../../../library/title.ts'
import type { Household } from '../../../model/household.ts'
import type { createDetailsReader, TitleAsking } from './details.ts'

type DetailsReader = ReturnType<typeof createDetailsReader>
type SetTitle = {
  readonly identity: Identity
  readonly type: string
  readonly at: number
  /** Since when it names no collection any more, or no source knows it; a source that fails says neither. */
  readonly missedAt?: number
}

type Rest = { readonly until: number; readonly growsFromMs: number }

const keptMs = 180 * 86_400_000
const renewedMs = 86_400_000
const mostMissedMs = 7 * 86_400_000
/** Other nodes may have learned of more. */
const heldMs = 30_000
const longestRestMs = 3_600_000
/** Doubled each time, where a source does not answer. */
const firstRestMs = 60_000
const mostTitles = 200
const openedAtOnce = 8
/** How long lists wait for a reopening, from its beginning. */
const graceMs = 1_000
const late = () => new Error('the titles are late')

/** Titles of which only their own answers name a collection: another node, or this one after a restart, opens them again. */
export function createSetTitles(
  stored: Pick<ChangeableCache, 'get' | 'change'> | null,
  details: Pick<DetailsReader, 'of' | 'isWhole' | 'openedOf'>,
) {
  const held = new LRUCache<string, readonly SetTitle[]>({ ...atMost(500), ttl: heldMs })
  const resting = new LRUCache<string, Rest>(atMost(50_000))
  const reopening = new Map<string, Promise<void>>()
  const inOrder = createKeyedQueues(1)

  async function known(key: string): Promise<readonly SetTitle[]> {
    const hit = held.get(key)
    if (hit) return hit
    const titles = titlesIn((await stored?.get(key)) ?? null)
    const meanwhile = held.get(key)
    if (!meanwhile) held.set(key, titles)
    return meanwhile ?? titles
  }

  async function change(
    key: string,
    touched: readonly SetTitle[],
    place: (others: readonly SetTitle[]) => readonly SetTitle[],
  ): Promise<void> {
    const left = new Set(touched.map(({ identity }) => identity.text))
    const changed = (before: readonly SetTitle[]) =>
      place(before.filter(({ identity }) => !left.has(identity.text))).slice(-mostTitles)
    held.set(key, changed(await known(key)))
    await stored?.change(key, (bytes) => jsonBytes(changed(titlesIn(bytes))), keptMs)
  }

  async function learn(key: string, identity: Identity, type: string): Promise<void> {
    const now = Date.now()
    const before = (await known(key)).find((one) => one.identity.text === identity.text)
    const isMissed = before?.missedAt !== undefined
    if (before && !isMissed && before.at + renewedMs > now) return
    const title = { identity, type, at: now }
    await change(key, [title], (others) => [...others, title])
  }

  function rest(key: string, isWhole: boolean): void {
    const before = resting.get(key)?.growsFromMs ?? 0
    const grown = Math.min(Math.max(firstRestMs, before * 2), longestRestMs)
    const [restMs, growsFromMs] = isWhole ? [longestRestMs, 0] : [grown, grown]
    resting.set(key, { until: Date.now() + restMs, growsFromMs })
  }

  async function reopenAll(household: Household): Promise<void> {
    const key = keyOf(household)
    const opened = details.openedOf(household)
    const restKey = ({ identity }: SetTitle) => `${runKey(household)} ${identity.text}`
    const now = Date.now()
    const mayBeAsked = (one: SetTitle) => (resting.get(restKey(one))?.until ?? now) <= now
    const missing = (await known(key)).filter(
      (one) => !namesSet(opened.get(one.identity.text)?.details) && mayBeAsked(one),
    )
    const found: SetTitle[] = []
    const missed: SetTitle[] = []
    const left = missing.values()
    const openNext = async (): Promise<void> => {
      for (const title of left) {
        const { missedAt, ...plain } = title
        if (namesSet(await details.of(household, title.identity, title.type))) {
          resting.delete(restKey(title))
          if (missedAt !== undefined) found.push(plain)
          continue
        }
        const isWhole = details.isWhole(household, title.identity)
        rest(restKey(title), isWhole)
        if (isWhole) missed.push({ ...plain, missedAt: missedAt ?? now })
      }
    }
    await Promise.all(Array.from({ length: openedAtOnce }, openNext))
    const touched = [...found, ...missed]
    if (touched.length === 0) return
    const kept = missed.filter(({ missedAt = now }) => missedAt + mostMissedMs > now)
    await inOrder(key, () => change(key, touched, (others) => [...kept, ...others, ...found]))
  }

  return {
    async of(
      household: Household,
      identity: Identity,
      type: string,
      asking?: TitleAsking,
    ): Promise<Details | null> {
      const found = await details.of(household, identity, type, asking)
      if (namesSet(found)) {
        const key = keyOf(household)
        inOrder(key, () => learn(key, identity, type)).catch(() => {})
      }
      return found
    },

    /** Once at a time for a household; goes on after those who wait for it no longer. */
    reopen(household: Household): Promise<void> {
      const key = runKey(household)
      const running = reopening.get(key)
      if (running) return running
      const done = reopenAll(household).finally(() => reopening.delete(key))
      const soon = within(graceMs, done, late).catch(() => {})
      reopening.set(key, soon)
      return soon
    },
  }
}

function namesSet(details: Details | null | undefined): boolean {
  return Boolean(details?.meta.sets ?? details?.meta.set)
}

function titlesIn(bytes: Uint8Array | null): readonly SetTitle[] {
  return bytes ? (fromJsonBytes(bytes) as SetTitle[]) : []
}

function runKey({ configuration, cacheKey }: Household): string {
  return `${configuration} ${cacheKey}`
}

function keyOf({ configuration }: Pick<Household, 'configuration'>): string {
  return `set-titles:1:${configuration}`
}

export async function forgetSetTitles(
  stored: Pick<Cache, 'delete'>,
  configuration: number,
): Promise<void> {
  await stored.delete(keyOf({ configuration }))
}
