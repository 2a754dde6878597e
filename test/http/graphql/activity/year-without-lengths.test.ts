import { afterAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'

const home = await startActivityHome(afterAll)

const film = (id: number, watchedAt: string) => ({
  watched_at: watchedAt,
  type: 'movie',
  movie: { title: `Film ${id}`, year: 2000, ids: { imdb: `tt500000${id}` } },
})

describe('A year of plays whose length is not known', () => {
  it('is busiest where there are most of them, not where the first is', async () => {
    const plays = [
      film(1, '2020-01-06T10:00:00.000Z'),
      film(2, '2020-02-11T20:00:00.000Z'),
      film(3, '2020-02-11T20:30:00.000Z'),
    ]
    const read = 'mutation ($file: String!) { importHistory(file: $file) { plays } }'
    const file = JSON.stringify(plays)
    expect(await home.ask('Olga', read, { file })).toEqual({ importHistory: { plays: 3 } })
    const { yearInReview } = await home.ask(
      'Olga',
      `{ yearInReview(year: 2020, timeZone: "UTC") {
        totals { plays watchedMs }
        busiestDay { from plays } busiestMonth { from plays } busiestWeekday busiestHour
      } }`,
    )
    expect(yearInReview).toEqual({
      totals: { plays: 3, watchedMs: 0 },
      busiestDay: { from: '2020-02-11T00:00:00.000Z', plays: 2 },
      busiestMonth: { from: '2020-02-01T00:00:00.000Z', plays: 2 },
      busiestWeekday: 2,
      busiestHour: 20,
    })
  })
})
