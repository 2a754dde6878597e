import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'

const document = `query ($filter: ActivityFilter, $bucket: TimeBucket!, $timeZone: String!, $groupBy: PlayGroup) {
  playStatistics(filter: $filter, bucket: $bucket, timeZone: $timeZone, groupBy: $groupBy) {
    buckets { from plays finished watchedMs group userId }
    hoursOfDay { hour plays group }
    daysOfWeek { weekday plays group }
  }
}`

type Bucket = { from: string; plays: number; group: string | null; userId: string | null }

describe('Statistics of plays over GraphQL', () => {
  const endings: (() => unknown)[] = []
  let home: Awaited<ReturnType<typeof startActivityHome>>
  beforeAll(async () => {
    home = await startActivityHome((end) => void endings.push(end))
    for (const name of ['Olga', 'Plain', 'Closed']) await home.watch(name, home.films[0]!)
    await home.watch('Olga', home.films[1]!, 2_000)
  }, 60_000)
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  const ask = (name: string, variables: object) =>
    home.ask(name, document, { bucket: 'YEAR', timeZone: 'Europe/Berlin', ...variables })
  const total = (buckets: readonly Bucket[]) => buckets.reduce((sum, { plays }) => sum + plays, 0)

  it('count what the caller may read', async () => {
    const counts = ['Olga', 'Plain', 'Closed'].map(async (name) => {
      const { playStatistics } = await ask(name, {})
      return total(playStatistics.buckets)
    })
    expect(await Promise.all(counts)).toEqual([4, 3, 4])
  })

  it('fill empty buckets, and hours and days without any play', async () => {
    const filter = { from: '2025-03-30T00:00:00+01:00' }
    const { playStatistics } = await ask('Olga', { filter, bucket: 'MONTH' })
    const { buckets, hoursOfDay, daysOfWeek } = playStatistics
    expect(buckets.slice(0, 2)).toEqual([
      expect.objectContaining({ from: '2025-02-28T23:00:00.000Z', plays: 0, finished: 0 }),
      expect.objectContaining({ from: '2025-03-31T22:00:00.000Z', plays: 0, finished: 0 }),
    ])
    expect([total(buckets), total(hoursOfDay), total(daysOfWeek)]).toEqual([4, 4, 4])
    expect(hoursOfDay.map(({ hour }: { hour: number }) => hour)).toEqual([...Array(24).keys()])
    expect(daysOfWeek).toHaveLength(7)
  })

  it('are one bucket of all the time for each group', async () => {
    const { playStatistics } = await ask('Olga', { bucket: 'ALL', groupBy: 'USER' })
    const buckets: Bucket[] = playStatistics.buckets
    expect(buckets.map(({ group, plays }) => [group, plays])).toEqual(
      expect.arrayContaining([
        ['Olga', 2],
        ['Plain', 1],
        ['Closed', 1],
      ]),
    )
    expect(new Set(buckets.map(({ from }) => from)).size).toBe(1)
    const filter = { from: '2020-01-01T12:34:56.789Z', to: '2020-01-02T00:00:00Z' }
    const past = await ask('Olga', { bucket: 'ALL', filter })
    expect(past.playStatistics.buckets).toEqual([
      expect.objectContaining({ from: filter.from, plays: 0 }),
    ])
  })

  it.each(['0100-01-01T00:00:00Z', '0099-12-01T00:00:00Z'])(
    'count only the time in which there can be plays, from %s on',
    async (from) => {
      const filter = { from, to: '9999-12-31T00:00:00Z' }
      const fields = 'hoursOfDay { plays } daysOfWeek { plays }'
      const clocks = `query ($filter: ActivityFilter) {
        playStatistics(filter: $filter, timeZone: "Europe/Berlin") { ${fields} }
      }`
      const { playStatistics } = await home.ask('Olga', clocks, { filter })
      const { hoursOfDay, daysOfWeek } = playStatistics
      expect([total(hoursOfDay), total(daysOfWeek)]).toEqual([4, 4])
    },
  )

  it('fill the years before the first play', async () => {
    const filter = { from: '0099-12-01T00:00:00Z', to: '2090-01-01T00:00:00Z' }
    const { playStatistics } = await ask('Olga', { filter, timeZone: 'UTC' })
    expect(playStatistics.buckets).toHaveLength(1_991)
    expect(total(playStatistics.buckets)).toBe(4)
  })

  it.each([
    ['before the first play', { from: '2025-01-01T00:00:00Z', to: '2025-03-01T00:00:00Z' }],
    ['in the future', { from: '2095-01-01T00:00:00Z', to: '2095-03-01T00:00:00Z' }],
  ])('fill a time without any play, %s', async (_when, filter) => {
    const { playStatistics } = await ask('Olga', { filter, bucket: 'MONTH', timeZone: 'UTC' })
    const { buckets, hoursOfDay, daysOfWeek } = playStatistics
    const empty = { plays: 0, finished: 0, watchedMs: 0, group: null, userId: null }
    expect(buckets).toEqual([
      { ...empty, from: new Date(filter.from).toISOString() },
      { ...empty, from: filter.from.replace('-01-', '-02-').replace('Z', '.000Z') },
    ])
    expect([hoursOfDay.length, daysOfWeek.length]).toEqual([24, 7])
    const grouped = await ask('Olga', { filter, groupBy: 'KIND' })
    expect(grouped.playStatistics.buckets).toEqual([])
  })

  it('tell streams at once, different users and how versions were carried', async () => {
    const more = `query ($bucket: TimeBucket!, $timeZone: String!, $groupBy: PlayGroup) {
      playStatistics(bucket: $bucket, timeZone: $timeZone, groupBy: $groupBy) {
        buckets { plays group } streams { from streams } users { from users }
      }
    }`
    const asked = { bucket: 'YEAR', timeZone: 'UTC', groupBy: 'DELIVERY' }
    const { playStatistics } = await home.ask('Olga', more, asked)
    const { buckets, streams, users } = playStatistics
    expect(buckets).toEqual([{ plays: 4, group: null }])
    expect(streams).toEqual([{ from: expect.stringMatching(/^20..-01-01T/), streams: 1 }])
    expect(users).toEqual([{ from: streams[0].from, users: 3 }])
  })

  it('are one empty bucket for who has never played anything', async () => {
    const { playStatistics } = await ask('Hidden', { filter: { users: [home.ids['Hidden']] } })
    expect(playStatistics.buckets).toEqual([expect.objectContaining({ plays: 0, group: null })])
  })

  it('have no bucket for users whom the caller may not read', async () => {
    const { playStatistics } = await ask('Plain', { groupBy: 'USER' })
    const groups = playStatistics.buckets.map(({ group, userId }: Bucket) => [group, userId])
    expect(new Map(groups)).toEqual(
      new Map(['Olga', 'Plain'].map((name) => [name, home.ids[name]])),
    )
  })

  it.each([
    ['an unknown time zone', { timeZone: 'Mars/Crater' }],
    ['a time zone that is an offset', { timeZone: '+00:01' }],
    ['an offset of whole hours', { timeZone: '-03:00' }],
    ['too many buckets', { bucket: 'HOUR', filter: { from: '2020-01-01T00:00:00Z' } }],
  ])('are refused for %s', async (_what, variables) => {
    expect(await ask('Olga', variables)).toBe('BAD_REQUEST')
  })
})
