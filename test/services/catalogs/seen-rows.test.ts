import { expect, it } from 'vitest'
import type { User } from '../../../src/model/household.ts'
import type { SourceMeta } from '../../../src/model/source-meta.ts'
import { seenOf } from '../../../src/services/catalogs/user-rows.ts'
import type { UserRowsDeps } from '../../../src/services/catalogs/user-rows.ts'
import { libraryTitle } from '../../support/library-title.ts'
import { sourceMeta, sourceVideo } from '../../support/source-meta.ts'
import { until } from '../../support/until.ts'

const count = 40

/** Series of which everybody has seen the only episode. */
function openRows() {
  const ids = Array.from({ length: count }, (_, index) => `tt${1_000_000 + index}`)
  const rows = ids.map((id) => {
    const title = libraryTitle(id, { id, type: 'series' })
    return { title, shown: { id, type: 'series' } }
  })
  const entries = ids.map((titleKey) => ({
    kind: 'episode',
    titleKey,
    season: 1,
    episode: 1,
    played: true,
  }))
  const history = { entries: async () => entries }
  const deps = { history } as unknown as UserRowsDeps
  return { rows, deps, user: {} as User }
}

it('Of a page of series some are asked for at a time, and all are marked that answer soon', async () => {
  const { rows, deps, user } = openRows()
  let open = 0
  let most = 0
  const metaOf = async ({ id }: { id: string }) => {
    most = Math.max(most, (open += 1))
    await new Promise(setImmediate)
    open -= 1
    return sourceMeta({ id, videos: [sourceVideo()] })
  }
  const { signal } = new AbortController()
  const isSeen = await seenOf(deps, user, rows, { metaOf, signal })
  expect(rows.filter(isSeen)).toHaveLength(count)
  expect(most).toBe(10)
})

it('What came too late for one page is there for the next', async () => {
  const { rows, deps, user } = openRows()
  const known = new Map<string, SourceMeta>()
  const answering = Promise.withResolvers<void>()
  const metaOf = async ({ id }: { id: string }) => {
    if (!known.has(id)) await answering.promise
    const meta = sourceMeta({ id, videos: [sourceVideo()] })
    known.set(id, meta)
    return meta
  }
  const { signal } = new AbortController()
  const isSeenSoon = await seenOf(deps, user, rows, { metaOf, signal })
  expect(rows.some(isSeenSoon)).toBe(false)
  answering.resolve()
  await until('all to be read', () => known.size === count)
  const isSeen = await seenOf(deps, user, rows, { metaOf, signal })
  expect(rows.filter(isSeen)).toHaveLength(count)
})

it('Nothing more is asked for once its user has left', async () => {
  const { rows, deps, user } = openRows()
  const held = Promise.withResolvers<SourceMeta | null>()
  let asked = 0
  const metaOf = () => {
    asked += 1
    return held.promise
  }
  const leaving = new AbortController()
  const marking = seenOf(deps, user, rows, { metaOf, signal: leaving.signal })
  await until('the first to be asked for', () => asked > 0)
  const before = asked
  leaving.abort()
  const isSeen = await marking
  held.resolve(null)
  await new Promise(setImmediate)
  expect([asked, rows.some(isSeen)]).toEqual([before, false])
  await seenOf(deps, user, rows, { metaOf, signal: leaving.signal })
  expect(asked).toBe(before)
})
