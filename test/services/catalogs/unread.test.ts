import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { PlayerCatalog } from '../../../src/library/catalogs/player-catalog.ts'
import type { CatalogOptions, SourceClient } from '../../../src/model/source-client.ts'
import type { SourceMeta } from '../../../src/model/source-meta.ts'
import { createCatalogLists } from '../../../src/services/catalogs/lists.ts'
import type { Catalog } from '../../../src/services/library/titles/catalogs.ts'
import { sourceMeta } from '../../support/source-meta.ts'

type Extra = { readonly skip?: string }

function titleOf(id: string): SourceMeta {
  return sourceMeta({ id, type: 'movie', name: id })
}

type Options = {
  readonly isLazy?: boolean
  /** Of each answer. */
  readonly bytes?: number
  readonly memoryShare?: number
}

/** Lists of the same catalogs in pages of 100, and what is read of them: at once, and later. */
function openLists(
  catalogs: Readonly<Record<string, readonly string[]>>,
  { isLazy = true, bytes = 0, memoryShare = 1 }: Options = {},
) {
  const reads: [id: string, count: number, when: 'first' | 'rest'][] = []
  let turn = Promise.resolve()
  const client = {
    async catalog(_s: unknown, _t: string, id: string, { skip }: Extra, options: CatalogOptions) {
      const from = Number(skip ?? 0)
      const ids = catalogs[id]!.slice(from, from + 100)
      const first = isLazy ? (options.first ?? ids.length) : ids.length
      const [value, rest] = [ids.slice(0, first), ids.slice(first)].map((own) => own.map(titleOf))
      reads.push([id, value!.length, 'first'])
      const read = () => {
        reads.push([id, rest!.length, 'rest'])
        // One after the other, as the scheduler does.
        turn = turn.then(() => setImmediate())
        return turn.then(() => rest!)
      }
      const unread = rest!.length > 0 && { unread: { count: rest!.length, read } }
      return { value: value!, entries: ids.length, bytes, ...unread }
    },
  }
  const lists = createCatalogLists({
    client: client as unknown as Pick<SourceClient, 'catalog'>,
    sameTitle: () => null,
    memoryShare,
  })
  const catalog = {
    id: 'films',
    type: 'movie',
    sourceCatalogs: Object.keys(catalogs).map((id) => ({
      id,
      type: 'movie',
      source: { id },
      canSkip: true,
      genre: null,
    })),
    mix: 'interleave',
    genre: null,
    shuffle: false,
    limit: 10_000,
  } as unknown as PlayerCatalog<Catalog>
  const { signal } = new AbortController()
  const page = async (skip: number, key = 'a') =>
    (await lists.page(key, catalog, { skip, genre: null }, signal)).titles.map(
      ({ meta }) => meta.id,
    )
  return { page, reads }
}

const idsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `tt${from + at}`)

it('A page reads of each catalog what it needs and a quarter as much again, and later pages the rest', async () => {
  const { page, reads } = openLists({ a: idsOf(1_000, 100), b: idsOf(2_000, 100) })
  expect(await page(0)).toHaveLength(100)
  expect(reads).toEqual([
    ['a', 63, 'first'],
    ['b', 63, 'first'],
  ])
  expect(await page(100)).toHaveLength(100)
  expect(reads.slice(2)).toEqual([
    ['a', 37, 'rest'],
    ['b', 37, 'rest'],
  ])
})

it('Pages are the same as where every title is read at once, also where catalogs list the same titles', async () => {
  const shared = idsOf(1_000, 250)
  const catalogs = {
    a: shared,
    b: shared.toReversed(),
    c: [...idsOf(3_000, 40), ...shared.slice(0, 90)],
    d: [...shared.slice(0, 60), ...idsOf(4_000, 300)],
  }
  const pagesOf = async (isLazy: boolean) => {
    const { page } = openLists(catalogs, { isLazy })
    const pages = []
    for (let skip = 0; skip < 700; skip += 100) pages.push(await page(skip))
    return pages
  }
  const whole = await pagesOf(false)
  expect(whole.map(({ length }) => length)).toEqual([100, 100, 100, 100, 100, 90, 0])
  expect(await pagesOf(true)).toEqual(whole)
})

it('A source that lists the same on every page is asked for one more, not for ever', async () => {
  const same = idsOf(1_000, 100)
  const { page, reads } = openLists({ a: [...same, ...same, ...same], b: idsOf(2_000, 300) })
  for (let skip = 0; skip < 500; skip += 100) await page(skip)
  const ofSame = reads.filter(([id]) => id === 'a')
  expect(ofSame.map(([, count]) => count)).toEqual([63, 37, 63, 37])
})

/** Each of twenty sources has three pages; together their unread titles weigh more than lists may. */
const many = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`c${at}`, idsOf(1_000 * at, 300)]),
)
const heavy = { bytes: 1_500_000, memoryShare: 0.125 }

it('No source of a list ends early for what nobody has read yet', async () => {
  const { page } = openLists(many, heavy)
  let count = 0
  for (let skip = 0; skip < 6_100; skip += 100) count += (await page(skip)).length
  expect(count).toBe(6_000)
})

it.each([
  ['light', 0, 40],
  ['heavy', 1_500_000, 60],
])('Unread titles have their part in what lists take: %s ones', async (_what, bytes, asked) => {
  const { page, reads } = openLists(many, { ...heavy, bytes })
  for (const key of ['a', 'b', 'a']) await page(0, key)
  expect(reads).toHaveLength(asked)
})

it('Titles weigh less once they are read', async () => {
  const { page, reads } = openLists(
    { a: idsOf(1_000, 100), b: idsOf(2_000, 100) },
    { bytes: 6_000_000, memoryShare: 0.125 },
  )
  for (const skip of [0, 100]) await page(skip)
  await page(0, 'other')
  const { length } = reads
  await page(0)
  expect(reads).toHaveLength(length)
})
