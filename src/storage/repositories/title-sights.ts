import { hash } from 'node:crypto'
import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { TitleSights } from '../../model/title-sights.ts'
import { read, write } from '../guard.ts'
import { deleteBeyond, deleteUntil } from '../prune.ts'

type Row = { id: string; first_seen_at: number; seen_at: number }
type Known = { readonly firstSeenAt: number; readonly seenAt: number }

const table = 'title_sights'
const ageing = { table, key: 'id', time: 'seen_at' }
const day = 86_400_000
/** Age at which the note that a title was seen is renewed. */
const noteLastsMs = 7 * day
/** How long an unlisted title is remembered. */
const keptMs = 180 * day
const usualMaxRows = 1_000_000
const maxKnown = 20_000
const chunkSize = 200

export function createTitleSights(db: Knex, { maxRows = usualMaxRows } = {}): TitleSights {
  const known = new LRUCache<string, Known>(atMost(maxKnown))
  const rows = () => db<Row>(table)

  async function find(ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const found = await read(db, () => rows().whereIn('id', [...ids]))
    return new Map(found.map((row) => [row.id, row]))
  }

  /** Missing rows are created. */
  async function sight(times: ReadonlyMap<string, number>, now: number) {
    // The same order on all nodes, so that they do not deadlock.
    const ids = [...times.keys()].toSorted()
    const found = await find(ids)
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length > 0) {
      const made = missing.map((id) => ({ id, first_seen_at: times.get(id)!, seen_at: now }))
      await write(db, () => rows().insert(made).onConflict('id').ignore())
    }
    const faded = [...found.values()].filter(({ seen_at }) => now - seen_at > noteLastsMs)
    if (faded.length > 0) {
      const again = faded.map(({ id }) => id)
      await write(db, () => rows().whereIn('id', again).update({ seen_at: now }))
    }
    // Another node may have inserted the same: everybody reads back who won.
    return missing.length > 0 ? find(ids) : found
  }

  return {
    async of(texts) {
      const now = Date.now()
      const answer = new Map<string, number>()
      const asked = new Map<string, { readonly id: string; readonly at: number }>()
      for (const [place, text] of texts.entries()) {
        const own = known.get(text)
        if (own && now - own.seenAt < noteLastsMs) answer.set(text, own.firstSeenAt)
        else asked.set(text, { id: hash('sha256', text, 'base64url'), at: now - place })
      }
      const all = [...asked]
      for (let start = 0; start < all.length; start += chunkSize) {
        const part = all.slice(start, start + chunkSize)
        const found = await sight(new Map(part.map(([, { id, at }]) => [id, at])), now)
        for (const [text, { id }] of part) {
          const row = found.get(id)
          if (!row) continue
          answer.set(text, row.first_seen_at)
          known.set(text, { firstSeenAt: row.first_seen_at, seenAt: now })
        }
      }
      return answer
    },

    peek: (text) => known.get(text)?.firstSeenAt ?? null,

    async prune(now, signal) {
      await deleteUntil(db, ageing, now - keptMs, signal)
      await deleteBeyond(db, ageing, maxRows, signal)
    },
  }
}
