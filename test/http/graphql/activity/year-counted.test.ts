import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'
import { filmId, seriesId } from '../../../support/film-source.ts'
import { senderOf } from '../../../support/media-client.ts'
import { until } from '../../../support/until.ts'

const home = await startActivityHome(afterAll)
const timeZone = 'Europe/Berlin'
const minute = 60_000
const genres = ['Drama', 'Comedy', 'Horror', 'Western']
const clients = ['Some App', 'Other App', 'Third App']
const count = 'plays finished watchedMs'
const document = `{ yearInReview(year: 2020, timeZone: "${timeZone}") {
  totals { ${count} } yearBefore { ${count} } titles { films series episodes }
  months { ${count} }
  topTitles { name ${count} } topGenres { name ${count} }
  topPeople { name ${count} } topClients { name ${count} }
  busiestDay { from ${count} } busiestMonth { from ${count} } busiestHour busiestWeekday
  longestStreak { days } longestSession { plays watchedMs }
  firstPlay { startedAt } lastPlay { startedAt } rewatched { name again }
} }`

/** Evenings of a year and some weeks around it, one play after the other. Title 6 is the series. */
const steps = fc.sample(
  fc.array(
    fc.record({
      gap: fc.constantFrom(5, 20, 45, 400, 1_440, 4_000, 6_000),
      watched: fc.integer({ min: 1, max: 90 * minute }),
      title: fc.nat(6),
      episode: fc.integer({ min: 1, max: 3 }),
      finished: fc.boolean(),
      client: fc.constantFrom(...clients),
    }),
    { minLength: 400, maxLength: 400 },
  ),
  { numRuns: 1, seed: 7 },
)[0]!

let end = Date.UTC(2019, 11, 10, 18)
const plays = steps.map(({ gap, watched, title, episode, finished, client }) => {
  const startedAt = end + gap * minute
  end = startedAt + watched
  const isFilm = title < 6
  const titleKey = isFilm ? filmId(title) : seriesId(0)
  const of = isFilm ? title : 0
  return {
    userId: home.ids['Olga']!,
    itemKey: isFilm ? titleKey : `${titleKey}:1:${episode}`,
    titleKey,
    kind: isFilm ? 'movie' : 'episode',
    ...(!isFilm && { season: 1, episode }),
    startedAt,
    endedAt: end,
    watchedMs: watched,
    finished,
    client,
    origin: 'local',
    name: isFilm ? `Film ${title}` : 'Show 0',
    genres: [genres[of % 4]!, genres[(of + 1) % 4]!],
  }
})
type PlayOfFile = (typeof plays)[number]

/** By another library than the one that is tested. */
const format = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  weekday: 'short',
  hourCycle: 'h23',
})
function partsOf(at: number) {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, weekday } = parts as Record<string, string>
  return {
    year: year!,
    month: month!,
    day: `${year}-${month}-${day}`,
    hour: hour!,
    weekday: weekday!,
  }
}

const inYear = (year: string) => plays.filter(({ startedAt }) => partsOf(startedAt).year === year)
const own = inYear('2020')

const sum = (some: readonly PlayOfFile[]) => ({
  plays: some.length,
  finished: some.filter(({ finished }) => finished).length,
  watchedMs: some.reduce((total, { watchedMs }) => total + watchedMs, 0),
})

function grouped(groupsOf: (play: PlayOfFile) => readonly string[]) {
  const groups = new Map<string, PlayOfFile[]>()
  for (const play of own) {
    for (const name of groupsOf(play)) groups.set(name, [...(groups.get(name) ?? []), play])
  }
  return [...groups]
    .map(([name, some]) => ({ name, ...sum(some) }))
    .toSorted((a, b) => b.watchedMs - a.watchedMs)
}
const slots = (part: keyof ReturnType<typeof partsOf>) =>
  grouped(({ startedAt }) => [partsOf(startedAt)[part]])

function sessions() {
  const found: PlayOfFile[][] = []
  for (const play of own) {
    const before = found.at(-1)?.at(-1)
    if (before && play.startedAt - before.endedAt <= 30 * minute) found.at(-1)!.push(play)
    else found.push([play])
  }
  return found.map(sum).toSorted((a, b) => b.watchedMs - a.watchedMs)
}

function longestRun(): number {
  const days = [...new Set(own.map(({ startedAt }) => Date.parse(partsOf(startedAt).day)))]
  let [run, longest] = [0, 0]
  for (const [index, day] of days.entries()) {
    const isNext = index > 0 && days[index - 1]! + 86_400_000 === day
    run = isNext ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}

function rewatched() {
  const finished = Map.groupBy(
    own.filter((play) => play.finished),
    ({ itemKey }) => itemKey,
  )
  const again: Record<string, number> = {}
  for (const [{ name }, ...more] of finished.values() as Iterable<[PlayOfFile, ...PlayOfFile[]]>) {
    again[name] = (again[name] ?? 0) + more.length
  }
  return Object.entries(again)
    .map(([name, times]) => ({ name, again: times }))
    .toSorted((a, b) => b.again - a.again)
    .slice(0, 5)
}

const film = (number: number) => ({
  ...entry('Olga', 1, Date.UTC(2020, 1, 1)),
  itemKey: filmId(number),
  titleKey: filmId(number),
  kind: 'movie',
  season: undefined,
  episode: undefined,
  item: { Name: `Film ${number}` },
  about: { mediaType: 'movie' },
})

const entry = (user: string, episode: number, lastPlayedAt: number) => ({
  userId: home.ids[user]!,
  itemKey: `${seriesId(0)}:1:${episode}`,
  titleKey: seriesId(0),
  kind: 'episode',
  season: 1,
  episode,
  played: true,
  playCount: 1,
  positionMs: 0,
  favorite: false,
  origin: 'local',
  lastPlayedAt,
  item: { Name: `Part ${episode}`, SeriesName: 'Show 0' },
  about: { mediaType: 'series' },
})

describe('A year and what was left, over GraphQL', () => {
  beforeAll(async () => {
    const shown = plays.map(({ name: _name, genres: _genres, ...play }) => play)
    const [before, later] = [Date.UTC(2020, 1, 1), Date.UTC(2020, 2, 1)]
    const file = JSON.stringify({
      format: 'stream-aggregation-history',
      version: 2,
      users: ['Olga', 'Plain'].map((name) => ({ id: home.ids[name], name, own: name === 'Olga' })),
      items: [
        ...home.films.map((_, index) => film(index)),
        entry('Olga', 1, before),
        entry('Olga', 2, before + 1),
        entry('Plain', 1, later),
      ],
      plays: shown,
    })
    const read = 'mutation ($file: String!) { importHistory(file: $file) { plays } }'
    await home.ask('Olga', read, { file })
    const send = senderOf(home.service.url, home.tokens['Olga']!)
    for (const film of home.films) await send(`/Items/${film.Id}`)
    const { body: shows } = await send('/Items?recursive=true&includeItemTypes=Series')
    await send(`/Shows/${shows.Items[0].Id}/Episodes?season=1`)
  })

  it('has everything that plain counting of its plays says', async () => {
    const { yearInReview: year } = await until(
      'the genres of all titles are known',
      () => home.ask('Olga', document),
      ({ yearInReview: { topGenres } }) =>
        topGenres.reduce((total: number, { plays }: { plays: number }) => total + plays, 0) ===
        2 * own.length,
    )
    expect(year.totals).toEqual(sum(own))
    expect(year.yearBefore).toEqual(sum(inYear('2019')))
    expect(year.yearBefore.plays).toBeGreaterThan(0)
    expect(year.titles).toEqual({
      films: 6,
      series: 1,
      episodes: own.filter(({ kind }) => kind === 'episode').length,
    })
    const months = slots('month')
    expect(year.months).toEqual(
      Array.from({ length: 12 }, (_, index) => {
        const name = String(index + 1).padStart(2, '0')
        const { name: _name, ...found } = months.find((one) => one.name === name)!
        return found
      }),
    )
    expect(year.topTitles).toEqual(grouped(({ name }) => [name]).slice(0, year.topTitles.length))
    expect(year.topGenres).toEqual(grouped(({ genres: names }) => names))
    expect(year.topClients).toEqual(grouped(({ client }) => [client]))
    const everybody = { ...sum(own), name: expect.any(String) }
    expect(year.topPeople).toEqual([everybody, everybody, everybody])
    const [{ from: dayFrom, ...day }, { from: monthFrom, ...month }] = [
      year.busiestDay,
      year.busiestMonth,
    ]
    const at = (from: string) => partsOf(Date.parse(from))
    expect({ name: at(dayFrom).day, ...day }).toEqual(slots('day')[0])
    expect({ name: at(monthFrom).month, ...month }).toEqual(months[0])
    expect(year.busiestHour).toBe(Number(slots('hour')[0]!.name))
    const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    expect(year.busiestWeekday).toBe(weekdays.indexOf(slots('weekday')[0]!.name) + 1)
    expect(year.longestStreak.days).toBe(longestRun())
    const { plays: played, watchedMs } = sessions()[0]!
    expect(year.longestSession).toEqual({ plays: played, watchedMs })
    expect(Date.parse(year.firstPlay.startedAt)).toBe(own[0]!.startedAt)
    expect(Date.parse(year.lastPlay.startedAt)).toBe(own.at(-1)!.startedAt)
    expect(year.rewatched).toEqual(rewatched())
  })

  it('lists series that were left, those left last first', async () => {
    const ask = async (caller: string, args = '') =>
      (
        await home.ask(
          caller,
          `{ abandoned${args} { user { name } name played episodes lastAt item { kind } } }`,
        )
      ).abandoned
    const left = (name: string, played: number, lastAt: number) => ({
      user: { name },
      name: 'Show 0',
      played,
      episodes: 6,
      lastAt: new Date(lastAt).toISOString(),
      item: { kind: 'SERIES' },
    })
    const [plain, olga] = [
      left('Plain', 1, Date.UTC(2020, 2, 1)),
      left('Olga', 2, Date.UTC(2020, 1, 1) + 1),
    ]
    expect(await ask('Olga')).toEqual([plain, olga])
    expect(await ask('Olga', '(first: 1)')).toEqual([plain])
    expect(await ask('Plain', `(users: ["${home.ids['Olga']}"])`)).toEqual([olga])
    expect(await ask('Closed', `(users: ["${home.ids['Closed']}"])`)).toEqual([])
    // Nobody has left anything for a hundred years.
    expect(await ask('Olga', '(days: 36500)')).toEqual([])
  })
})
