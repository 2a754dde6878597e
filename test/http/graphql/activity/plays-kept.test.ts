import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { closeDatabase, openDatabase } from '../../../../src/storage/database.ts'
import { foldStale } from '../../../../src/storage/repositories/plays/fold.ts'
import { importFilms } from '../../../support/imported-films.ts'
import { startService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const dayMs = 86_400_000
const query = `query ($from: DateTime!) {
  plays(first: 10) { nodes { startedAt } total }
  playStatistics(filter: { from: $from }, bucket: ALL) { buckets { plays } users { users } }
  oneApp: playStatistics(filter: { from: $from, origin: IMPORT }, bucket: ALL, groupBy: KIND) {
    buckets { plays }
  }
  topTitles { name plays }
  history(first: 10) { nodes { lastPlayedAt } }
}`

it('Plays that are older than PLAYS_KEPT go at the next start, and statistics with them; the history stays', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first: (() => unknown)[] = []
  const before = await startService({ DATA_DIR: dataDir }, (end) => void first.push(end))
  const auth = await before.createUser({ sources: [], mediaServer: {} })
  const now = Date.now()
  const variables = { from: new Date(now - 500 * dayMs).toISOString() }
  await importFilms(before, auth, [400, 31, 29, 1], now)
  const { data } = await before.graphql(query, { auth, variables })
  expect(data.plays.total).toBe(4)
  for (const end of first.toReversed()) await end()
  const db = openDatabase({ dialect: 'sqlite', file: join(dataDir, 'service.db') })
  await foldStale(db)
  await closeDatabase(db)

  const after = await startService({ DATA_DIR: dataDir, PLAYS_KEPT: '30d' })
  const ask = async () => (await after.graphql(query, { auth, variables })).data
  await until('old plays are gone', ask, ({ plays }) => plays.nodes.length === 2)
  // The fields of that answer may be of different moments.
  const left = await ask()
  expect(left.plays.total).toBe(2)
  expect(left.playStatistics).toEqual({ buckets: [{ plays: 2 }], users: [{ users: 1 }] })
  expect(left.oneApp.buckets).toEqual([{ plays: 2 }])
  expect(left.topTitles.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'Film 1',
    'Film 29',
  ])
  expect(left.history.nodes).toHaveLength(4)
  // Nor do they come back with a file, to leave again with the next sweep.
  await importFilms(after, auth, [400, 31, 29, 1, 2], now)
  const read =
    'mutation ($file: String!) { importHistory(file: $file) { plays skipped { code count } } }'
  const { exportHistory } = (await after.graphql('{ exportHistory }', { auth })).data
  const old = exportHistory.plays.map((play: { startedAt: number }) => ({
    ...play,
    startedAt: play.startedAt - 300 * dayMs,
  }))
  const file = JSON.stringify({ ...exportHistory, plays: old })
  expect((await after.graphql(read, { auth, variables: { file } })).data.importHistory).toEqual({
    plays: 0,
    skipped: [{ code: 'PLAY_TOO_OLD', count: 3 }],
  })
  expect((await ask()).plays.total).toBe(3)
})
