import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { HistoryPlace } from '../../src/model/history-store.ts'
import type { PlayFilter } from '../../src/model/play-filter.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { dialects } from '../support/dialects.ts'
import { everyPlay } from '../support/plays.ts'

type Row = ReturnType<typeof entry>
type Chosen = ReadonlyMap<number, readonly string[]>
type Span = readonly [from: number, to: number]

const minute = 60_000
const from = Date.UTC(2025, 0, 1)

function entry(viewer: number, index: number, title: string, at: number) {
  return {
    viewer,
    item_key: `${viewer}:item${index}`,
    title_key: title,
    kind: index % 7 === 0 ? 'movie' : 'episode',
    item: '{}',
    origin: index % 3 === 0 ? 'import' : 'local',
    sort_at: at,
    changed_at: 1,
  }
}

async function open(db: Knex, rows: readonly Row[]) {
  const viewers = [...new Set(rows.map(({ viewer }) => viewer))]
  await db('viewers').insert(
    viewers.map((number) => ({ number, configuration: 7, profile_id: `profile${number}` })),
  )
  for (let start = 0; start < rows.length; start += 400) {
    await db('history').insert(rows.slice(start, start + 400))
  }
  return createHistoryStore(db)
}

/** Every entry in the order in which pages have them. */
async function readAll(
  store: ReturnType<typeof createHistoryStore>,
  historyIds: readonly number[],
  filter: PlayFilter,
  { fromEnd, limit }: { fromEnd: boolean; limit: number },
) {
  const found: string[] = []
  for (let place: HistoryPlace | null = null; ;) {
    const [after, before] = fromEnd ? [null, place] : [place, null]
    const window = { after, before, fromEnd, limit }
    const page = await store.page({ historyIds, imports: true, filter, ...window })
    const own = page.entries.map(({ itemKey }) => itemKey)
    found.push(...(fromEnd ? own.toReversed() : own))
    place = page.next
    if (place === null) return found
  }
}

/** What pages have in both directions, and what they should have. */
async function walk(
  store: ReturnType<typeof createHistoryStore>,
  rows: readonly Row[],
  { chosen, span, limit }: { chosen: Chosen; span: Span; limit: number },
) {
  const [begin, end] = span
  const kinds = ['episode'] as const
  const filter = { ...everyPlay, readers: [], titles: chosen, kinds, from: begin, to: end }
  const asked = new Map([...chosen].map(([viewer, keys]) => [viewer, new Set(keys)]))
  // Of one time, those that were stored first come first.
  const fitting = rows
    .filter(({ viewer, title_key, kind }) => asked.get(viewer)!.has(title_key) && kind !== 'movie')
    .filter(({ sort_at }) => sort_at >= begin && sort_at < end)
    .toSorted((a, b) => a.sort_at - b.sort_at)
    .map(({ item_key }) => item_key)
  const read = (fromEnd: boolean) => readAll(store, [...chosen.keys()], filter, { fromEnd, limit })
  return {
    found: { forward: await read(false), backward: await read(true) },
    expected: { forward: fitting.toReversed(), backward: fitting },
  }
}

/** Of titles watched one after the other, so that those asked for lie together. */
const rowsOfTitle = 40
const titles = 200
const rowsOfTwo = Array.from({ length: titles * rowsOfTitle }, (_, index) =>
  entry(
    1 + (index % 2),
    index,
    `tt${Math.floor(index / rowsOfTitle)}`,
    from + Math.floor(index / 2) * minute,
  ),
)

/** Some titles, and so many others that nobody has watched that they are not asked one by one. */
function titlesBetween(...spans: readonly (readonly [first: number, end: number])[]) {
  const known = spans.flatMap(([first, end]) =>
    Array.from({ length: end - first }, (_, index) => `tt${first + index}`),
  )
  const others = Array.from(
    { length: Math.max(0, 60 - known.length) },
    (_, index) => `none${index}`,
  )
  return [...known, ...others]
}

const both = (keys: readonly string[]): Chosen => new Map([1, 2].map((viewer) => [viewer, keys]))
const questions: Readonly<Record<string, Chosen>> = {
  '4,000 rows': both(titlesBetween([0, 60], [111, 151])),
  '2,000 rows': both(titlesBetween([40, 80], [170, 180])),
  '1,000 rows': both(titlesBetween([50, 75])),
  '500 rows of one and 600 of the other': new Map([
    [1, titlesBetween([50, 75])],
    [2, titlesBetween([45, 75])],
  ]),
  '500 rows of one and 1,200 of the other': new Map([
    [1, titlesBetween([50, 75])],
    [2, titlesBetween([20, 80])],
  ]),
  '1,000 rows of each': new Map([
    [1, titlesBetween([30, 80])],
    [2, titlesBetween([31, 81])],
  ]),
}
const long: Readonly<Record<string, Span>> = {
  'all time': [from, from + rowsOfTwo.length * minute],
  'a time with many': [from + 100 * minute, from + 2_500 * minute],
}
const short: Readonly<Record<string, Span>> = {
  'a time with few': [from + 1_150 * minute, from + 1_210 * minute],
  'a time with none': [from + 1_650 * minute, from + 2_000 * minute],
}

describe.each(dialects)('The history of many titles on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip).each([
    { name: 'long times', spans: long, limits: [450] },
    { name: 'short times', spans: short, limits: [7, 450] },
  ])('has each entry of $name that fits once and in its order', async ({ spans, limits }) => {
    const store = await open(await openMigrated(), rowsOfTwo)
    for (const [rows, chosen] of Object.entries(questions)) {
      for (const [time, span] of Object.entries(spans)) {
        for (const limit of limits) {
          const { found, expected } = await walk(store, rowsOfTwo, { chosen, span, limit })
          expect({ rows, time, limit, found }).toEqual({ rows, time, limit, found: expected })
        }
      }
    }
  })
})

/** Each of twelve watches half as often as the one before; the last one much at a few times alone. */
const rowsOfMany = [
  ...Array.from({ length: 12 }, (_, owner) => owner).flatMap((owner) =>
    Array.from({ length: Math.ceil(2_500 / 2 ** owner) }, (_, index) =>
      entry(1 + owner, index, `tt${index % 50}`, from + index * 2 ** owner * minute),
    ),
  ),
  ...Array.from({ length: 400 }, (_, index) =>
    entry(13, index, `tt${index % 50}`, from + (1_000 + Math.floor(index / 50)) * minute),
  ),
]

describe.each(dialects)('The history of many users on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('has each entry that fits once and in its order', async () => {
    const store = await open(await openMigrated(), rowsOfMany)
    const keys = Array.from({ length: 40 }, (_, index) => `tt${index}`)
    const chosen = new Map(Array.from({ length: 13 }, (_, owner) => [1 + owner, keys]))
    const spans = [
      ['all time', [from, from + 3_000 * minute], 450],
      ['some of the time', [from + 960 * minute, from + 1_010 * minute], 7],
    ] as const
    for (const [name, span, limit] of spans) {
      const { found, expected } = await walk(store, rowsOfMany, { chosen, span, limit })
      expect({ name, found }).toEqual({ name, found: expected })
    }
  })
})
