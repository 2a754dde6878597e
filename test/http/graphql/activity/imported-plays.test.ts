import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'

const home = await startActivityHome(afterAll)
const { service } = home
const startedAt = Date.UTC(2020, 4, 2, 20)
const facts = {
  deviceId: 'tv-1',
  deviceName: 'Television',
  client: 'Some App',
  versionMark: 0xab_cdef,
  versionName: 'Film 1080p',
  resolution: '1080p',
  source: 'Some Source',
  service: 'Some Service',
  delivery: 'proxied',
  firstPositionMs: 1_000,
  lastPositionMs: 61_000,
  durationMs: 90_000,
}
const version = {
  id: '00abcdef',
  name: 'Film 1080p',
  resolution: '1080p',
  source: 'Some Source',
  service: 'Some Service',
}

const filePlay = (number: number, more: object) => ({
  userId: home.ids['Olga']!,
  itemKey: `tt000000${number}`,
  titleKey: `tt000000${number}`,
  kind: 'movie',
  startedAt: startedAt + number * 3_600_000,
  endedAt: startedAt + number * 3_600_000 + 60_000,
  watchedMs: 60_000,
  finished: false,
  origin: 'local',
  ...more,
})

const document = `{ plays(orderBy: OLDEST) { nodes {
  watchedMs firstPositionMs lastPositionMs durationMs client device deviceId delivery origin tracker
  version { id name resolution source service }
} } }`

describe('Plays of a file', () => {
  it('are added once', async () => {
    const { versionMark: _none, ...withoutMark } = facts
    const plays = [
      filePlay(1, facts),
      filePlay(2, withoutMark),
      filePlay(3, { origin: 'import', tracker: 'trakt' }),
    ]
    const head = { format: 'stream-aggregation-history', version: 2, items: [], plays }
    const users = [{ id: home.ids['Olga'], name: 'Olga', own: true, historyOf: home.ids['Olga'] }]
    const file = JSON.stringify({ ...head, users })
    const read = 'mutation ($file: String!) { importHistory(file: $file) { plays } }'
    expect(await home.ask('Olga', read, { file })).toEqual({ importHistory: { plays: 3 } })
    expect(await home.ask('Olga', read, { file })).toEqual({ importHistory: { plays: 0 } })
  })

  it('keep all that the file says of them, a version without its mark too', async () => {
    const told = {
      watchedMs: 60_000,
      firstPositionMs: 1_000,
      lastPositionMs: 61_000,
      durationMs: 90_000,
      client: 'Some App',
      device: 'Television',
      deviceId: 'tv-1',
      delivery: 'PROXIED',
      origin: 'LOCAL',
      tracker: null,
    }
    expect((await home.ask('Olga', document)).plays.nodes).toEqual([
      { ...told, version },
      { ...told, version: { ...version, id: expect.stringMatching(/^[0-9a-f]{8}$/) } },
      expect.objectContaining({ version: null, origin: 'IMPORT', tracker: 'trakt' }),
    ])
  })

  it('say so in CSV', async () => {
    const headers = { accept: 'text/csv' }
    const { text } = await service.request('/rest/plays', { auth: home.home, headers })
    const [header, ...rows] = text.trimEnd().split('\r\n')
    const last = header!.split(',').indexOf('tracker') + 1
    const facts = 'Film 1080p,1080p,Some Source,Some Service,PROXIED,LOCAL,'
    expect(
      rows.map((row) =>
        row
          .split(',')
          .slice(last - 7, last)
          .join(),
      ),
    ).toEqual([',,,,,IMPORT,trakt', facts, facts])
  })

  it('leave with their versions in the next file', async () => {
    const { exportHistory } = await home.ask('Olga', '{ exportHistory }')
    expect(exportHistory.plays).toMatchObject([
      { versionMark: facts.versionMark, versionName: 'Film 1080p' },
      { versionName: 'Film 1080p' },
      { origin: 'import' },
    ])
    expect(exportHistory.plays[1]).not.toHaveProperty('versionMark')
  })
})

it('A file names also what was begun and left at once, where it is read', async () => {
  const elsewhere = await startActivityHome(onTestFinished)
  const watched = home.films[4]!
  await home.watch('Plain', watched, 1)
  const { exportHistory } = await home.ask('Olga', '{ exportHistory }')
  const read = 'mutation ($file: String!) { importHistory(file: $file) { added plays } }'
  const file = JSON.stringify(exportHistory)
  const once = { importHistory: { added: 1, plays: 4 } }
  expect(await elsewhere.ask('Olga', read, { file })).toEqual(once)
  const again = { importHistory: { added: 0, plays: 0 } }
  expect(await elsewhere.ask('Olga', read, { file })).toEqual(again)
  const asked =
    '{ plays(first: 1) { nodes { item { name } } } history { nodes { played positionMs } } }'
  expect(await elsewhere.ask('Olga', asked)).toEqual({
    plays: { nodes: [{ item: { name: watched.Name } }] },
    history: { nodes: [{ played: false, positionMs: 0 }] },
  })
})
