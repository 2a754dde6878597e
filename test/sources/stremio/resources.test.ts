import { expect, it } from 'vitest'
import { catalogResource, metaResource } from '../../../src/sources/stremio/resources.ts'
import { sourceMeta } from '../../support/source-meta.ts'

const day = 86_400_000
const title = sourceMeta({ id: 'tt1', type: 'movie', name: 'A' })

it.each([
  { says: { 'cache-control': 'no-store' }, lasts: day },
  { says: { 'cache-control': 'no-cache' }, lasts: 90 * day + 600_000 },
])('A title or catalog that says $says is stored for $lasts ms', ({ says, lasts }) => {
  const page = { titles: [title], entries: 1, unread: null }
  const kept = [
    catalogResource('movie', false, Infinity).freshnessOf(says, {}, page),
    metaResource({ type: 'movie', id: 'tt1' }).freshnessOf(says, {}, title),
  ]
  expect(kept.map((one) => Math.max(...Object.values(one)))).toEqual([lasts, lasts])
})
