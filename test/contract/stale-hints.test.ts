import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { PlayPlace } from '../../src/model/play-store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { everyPlay, insertPlays, olga, somePlays } from '../support/plays.ts'

const begin = Date.UTC(2025, 0, 1)
const [somePlay] = somePlays(1, begin, begin + 1)
const histories = 5
const limit = 50

type Row = { id: number; title_key: string; started_at: number }
type Question = {
  readonly descending: boolean
  readonly from?: number
  readonly to?: number
  readonly after?: PlayPlace
  readonly before?: PlayPlace
  readonly fromEnd?: boolean
}

/** Plays of titles that are rare among the others at both ends, so that a page of them is read by several stretches. */
async function open(db: Knex, asked: readonly string[]) {
  const store = createPlayStore(db)
  const historyIds = Array.from({ length: histories }, (_, index) => index + 1)
  const filter = {
    ...everyPlay,
    readers: historyIds.map((historyId) => ({ historyId, profileIds: [olga] })),
    titles: new Map(historyIds.map((historyId) => [historyId, asked])),
  }
  let stretches = 0
  let measured = 0
  db.on('query', ({ sql }: { sql: string }) => {
    stretches += Number(/ as value from plays .* order by/.test(sql))
    measured += Number(sql.includes('count(at)'))
  })

  async function add(times: readonly number[], titleOf: (index: number) => string) {
    const rows = times.map((started_at, index) => ({
      ...somePlay!,
      profile_id: olga,
      history_id: (index % histories) + 1,
      title_key: titleOf(index),
      started_at,
    }))
    await insertPlays(db, rows)
  }

  async function page(question: Question) {
    const { from = null, to = null, after = null, before = null } = question
    const { fromEnd = false, descending } = question

    const [stretchesBefore, measuredBefore] = [stretches, measured]
    const { plays } = await store.page({
      filter: { ...filter, from, to },
      after,
      before,
      fromEnd,
      descending,
      limit,
    })
    return {
      shown: plays.map(({ id }) => id),
      stretches: stretches - stretchesBefore,
      measured: measured - measuredBefore,
    }
  }

  /** By looking at every row. */
  async function expected(question: Question): Promise<number[]> {
    const { descending, from = -Infinity, to = Infinity, after, before, fromEnd } = question
    const rows: Row[] = await db<Row>('plays').select('id', 'title_key', 'started_at')
    const sign = descending ? -1 : 1
    const compare = (a: PlayPlace, b: PlayPlace) =>
      sign * (a.startedAt - b.startedAt || a.id - b.id)
    const fitting = rows
      .filter((row) => row.title_key !== 'other' && row.started_at >= from && row.started_at < to)
      .map((row) => ({ id: row.id, startedAt: row.started_at }))
      .filter((row) => (!after || compare(row, after) > 0) && (!before || compare(row, before) < 0))
      .toSorted(compare)
    return (fromEnd ? fitting.slice(-limit) : fitting.slice(0, limit)).map(({ id }) => id)
  }

  const times = Array.from({ length: 20_000 }, (_, index) => begin + index * 1_000)
  const isRare = (index: number) => index < 8_000 || index >= 12_000
  await add(times, (index) =>
    isRare(index) && index % 97 > 0 ? 'other' : asked[index % asked.length]!,
  )
  return { db, add, page, expected }
}

const at = (index: number) => begin + index * 1_000
const many = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => at(first) + index)
const place = (index: number): PlayPlace => ({ startedAt: at(index), id: index })

function sum<Name extends string>(counts: readonly Record<Name, number>[], name: Name): number {
  return counts.reduce((total, count) => total + count[name], 0)
}

const questions: readonly Question[] = [
  { descending: true },
  { descending: false },
  { descending: true, to: at(19_980) + 1 },
  { descending: true, to: at(19_950) },
  { descending: false, from: at(30) },
  { descending: false, from: at(55) + 1 },
  { descending: true, after: place(18_000) },
  { descending: false, after: place(2_000), to: at(15_000) },
  { descending: true, before: place(6_000), fromEnd: true },
  { descending: true, from: at(100), to: at(7_000) },
]

describe.each(dialects)(
  'Pages on $name that were measured a moment ago',
  ({ skip, openMigrated }) => {
    it.skipIf(skip).each([
      ['few enough titles for a statement', 120],
      ['too many', 2_500],
    ])(
      'show just what is there, whatever has come and gone, of %s',
      { timeout: 120_000 },
      async (_which, length) => {
        const asked = Array.from({ length }, (_, index) => `tt${index}`)
        const { db, add, page, expected } = await open(await openMigrated(), asked)
        const named = (index: number) => asked[index % asked.length]!
        const changes = [
          async () => {},
          () => add(many(19_990, 30), named),
          () => add(many(17_500, 200), named),
          () => add(many(3, 20), named),
          () =>
            add(
              Array.from({ length: 400 }, (_, index) => at(index * 50)),
              named,
            ),
          () => add(many(20_000, 3_000), () => 'other'),
          () =>
            db('plays')
              .whereBetween('started_at', [at(15_000), at(19_900)])
              .delete(),
          () => db('plays').where('started_at', '<', at(4_000)).delete(),
          () => db('plays').whereNot('title_key', 'other').delete(),
          () => add(many(100, 60), named),
        ]
        const answers: { stretches: number; measured: number }[] = []
        for (const change of changes) {
          await change()
          for (const question of questions) {
            const found = await page(question)
            expect({ question, shown: found.shown }).toEqual({
              question,
              shown: await expected(question),
            })
            answers.push(found)
          }
        }
        const [first, later] = [answers.slice(0, questions.length), answers.slice(questions.length)]
        // Each page takes several stretches; then most are read by one, unless what has changed makes it too short.
        expect(sum(first, 'stretches')).toBeGreaterThan(2 * questions.length)
        const short = later.filter(({ stretches }) => stretches > 1)
        expect(short.length).toBeGreaterThan(2 * questions.length)
        expect(short.length).toBeLessThan(later.length / 2)
        expect(sum(answers, 'measured')).toBeLessThan(sum(answers, 'stretches') / 2)
      },
    )
  },
)
