import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'
import type { PlayedItem } from '../../../support/activity-home.ts'
import { senderOf } from '../../../support/media-client.ts'

const thisYear = new Date().getUTCFullYear()
const count = 'plays finished watchedMs'
const yearDocument = `query ($year: Int!, $user: ID, $timeZone: String!) {
  yearInReview(year: $year, user: $user, timeZone: $timeZone) {
    year
    user { name }
    totals { ${count} }
    yearBefore { ${count} }
    titles { films series episodes }
    months { from plays }
    topTitles { name plays item { name } }
    topGenres { name plays }
    topPeople { name plays }
    topClients { name plays }
    busiestDay { from plays }
    busiestMonth { from plays }
    busiestHour
    busiestWeekday
    longestStreak { days }
    longestSession { plays watchedMs }
    firstPlay { item { name } }
    lastPlay { item { name } }
    rewatched { name again }
  }
}`

describe('Habits over GraphQL', () => {
  const endings: (() => unknown)[] = []
  let home: Awaited<ReturnType<typeof startActivityHome>>
  beforeAll(async () => {
    home = await startActivityHome((end) => void endings.push(end))
    const send = senderOf(home.service.url, home.tokens['Olga']!)
    const { body: shows } = await send('/Items?recursive=true&includeItemTypes=Series')
    const { body } = await send(`/Shows/${shows.Items[0].Id}/Episodes?season=1`)
    const [episode] = body.Items as PlayedItem[]
    await home.watch('Olga', home.films[0]!)
    await home.watch('Olga', home.films[0]!)
    await home.watch('Olga', episode!)
    await home.watch('Closed', home.films[1]!)
  }, 60_000)
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  it('tell streaks of each user whom the caller may read', async () => {
    const query = `{ streaks { user { name } days current { days from to } longest { days } } }`
    const { streaks } = await home.ask('Plain', query)
    expect(streaks.map(({ user }: { user: { name: string } }) => user.name)).not.toContain('Closed')
    const run = expect.objectContaining({ days: 1 })
    expect(streaks).toContainEqual({ user: { name: 'Olga' }, days: 1, current: run, longest: run })
    expect(streaks).toContainEqual({
      user: { name: 'Plain' },
      days: 0,
      current: null,
      longest: null,
    })
  })

  it('tell what was finished again', async () => {
    const query = '{ rewatched { name again item { kind } } }'
    expect(await home.ask('Olga', query)).toEqual({
      rewatched: [{ name: 'Film 0', again: 1, item: { kind: 'MOVIE' } }],
    })
  })

  it('tell series that were left, which are none yet', async () => {
    const query = `query ($days: Int) { abandoned(days: $days) {
      user { name } name played episodes lastAt item { kind }
    } }`
    expect(await home.ask('Olga', query)).toEqual({ abandoned: [] })
    expect(await home.ask('Olga', query, { days: 0 })).toBe('BAD_REQUEST')
  })

  it('tell a year of a user', async () => {
    const { yearInReview } = await home.ask('Olga', yearDocument, {
      year: thisYear,
      timeZone: 'UTC',
    })
    expect(yearInReview).toMatchObject({
      year: thisYear,
      user: { name: 'Olga' },
      totals: { plays: 3, finished: 3 },
      yearBefore: { plays: 0, finished: 0, watchedMs: 0 },
      titles: { films: 1, series: 1, episodes: 1 },
      longestStreak: { days: 1 },
      longestSession: { plays: 3 },
      firstPlay: { item: { name: 'Film 0' } },
      lastPlay: { item: { name: 'Part 1.1' } },
      rewatched: [{ name: 'Film 0', again: 1 }],
    })
    expect(yearInReview.months).toHaveLength(12)
    expect(yearInReview.busiestDay.plays).toBe(3)
    expect(new Set(yearInReview.topTitles.map(({ name }: { name: string }) => name))).toEqual(
      new Set(['Film 0', 'Show 0']),
    )
  })

  it('tell a year in which nothing was watched', async () => {
    const { yearInReview } = await home.ask('Olga', yearDocument, { year: 1999, timeZone: 'UTC' })
    expect(yearInReview).toMatchObject({
      totals: { plays: 0 },
      titles: { films: 0, series: 0, episodes: 0 },
      topTitles: [],
      busiestDay: null,
      busiestHour: null,
      longestStreak: null,
      longestSession: null,
      firstPlay: null,
      rewatched: [],
    })
    expect(yearInReview.months).toHaveLength(12)
  })

  it.each([
    ['another whose history is private', { user: 'Closed' }, 'FORBIDDEN'],
    ['a year out of bounds', { year: 99 }, 'BAD_REQUEST'],
    ['an unknown time zone', { timeZone: 'Mars/Crater' }, 'BAD_REQUEST'],
  ])(
    'are refused for %s',
    async (
      _what,
      { user, ...given }: { user?: string; year?: number; timeZone?: string },
      code,
    ) => {
      const id = user === undefined ? undefined : home.ids[user]
      const asked = { year: thisYear, user: id, timeZone: 'UTC', ...given }
      expect(await home.ask('Plain', yearDocument, asked)).toBe(code)
    },
  )
})
