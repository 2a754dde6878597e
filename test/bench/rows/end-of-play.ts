import type { Knex } from 'knex'
import { idle } from '../../../src/history/playing.ts'
import type { HistoryKey, ReportWrite } from '../../../src/model/history-store.ts'
import type { OpenPlay } from '../../../src/model/play.ts'
import type { SessionState } from '../../../src/model/session-store.ts'
import { createDeviceStore } from '../../../src/storage/repositories/devices.ts'
import { createHistoryStore } from '../../../src/storage/repositories/history/store.ts'
import { median } from '../numbers.ts'
import { withService } from '../service.ts'
import type { Figure } from '../table.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { withDatabase } from './history/load.ts'

const minute = 60_000
const profileId = 'e'.repeat(32)
const nothing = { links: [], events: [], ifPickedUp: [] }

function keyOf(number: number): HistoryKey {
  const itemKey = `tt${9_000_000 + number}`
  const pictures = { primary: null, backdrop: null, seriesPrimary: null }
  const item = { name: itemKey, mediaType: 'movie', year: null, seriesName: null, runtimeMs: null }
  return {
    itemKey,
    titleKey: itemKey,
    aliases: [],
    kind: 'movie',
    season: null,
    episode: null,
    item: { ...item, ...pictures },
  }
}

function playUntil(endedAt: number, rows: OpenPlay['rows']): OpenPlay {
  const watchedMs = 90 * minute
  return {
    startedAt: endedAt - watchedMs,
    endedAt,
    watchedMs,
    firstPositionMs: 0,
    lastPositionMs: watchedMs,
    durationMs: watchedMs,
    finished: true,
    version: null,
    rows,
  }
}

/** A report that ends a play and takes this long, against the same without the play's row in its transaction. */
export async function endOfPlay(reportMs: number, rounds: number): Promise<Figure> {
  const dataDir = makeTemporaryFolder()
  await withService((service) => service.createUser({ sources: [] }), dataDir)
  const { plain, whole } = await withDatabase({ dataDir, url: null }, (db) => timesOf(db, rounds))
  return {
    work: 'a report that ends a play, against one without a play',
    measured: reportMs / (reportMs - (whole - plain)),
    unit: '×',
    target: { most: 1.3 },
    note: `${reportMs.toFixed(2)} ms; the transaction ${whole.toFixed(2)} and ${plain.toFixed(2)} ms`,
  }
}

/** Median milliseconds of the transaction, with the row of a play and without. */
async function timesOf(db: Knex, rounds: number) {
  const store = createHistoryStore(db)
  const configuration = await db('configurations').first<{ number: number }>('number')
  const historyId = await store.historyIdOf(configuration.number, profileId)
  const named = { id: 'bench', name: 'Bench', client: 'Bench', version: '1' }
  const { rowId } = await createDeviceStore(db).insert({
    tokenHash: 'bench'.padEnd(43, '-'),
    configuration: configuration.number,
    profileId,
    device: named,
    origin: 'password',
    secretMark: '',
  })
  let state: SessionState | null = null

  async function report(number: number, play: OpenPlay | null): Promise<OpenPlay | null> {
    const written: ReportWrite = {
      histories: [{ historyId, profileId, key: keyOf(number), isKnown: true, outbox: nothing }],
      change: {
        positionMs: 0,
        durationMs: 90 * minute,
        resumable: false,
        played: true,
        plays: 1,
        version: null,
        at: Date.now(),
      },
      isMoment: true,
      play,
      playBefore: play,
      endedPlay: null,
      isFailed: false,
      watched: null,
      device: named,
      origin: 'local',
      session: { device: rowId, before: state, state: { ...idle, play } },
    }
    const outcome = await store.report(written)
    state = outcome.state
    return outcome.play
  }

  const times = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const begun = await report(round, playUntil(Date.now(), {}))
    for (const kind of ['with', 'without'] as const) {
      const started = performance.now()
      await report(round, kind === 'with' ? { ...begun!, endedAt: Date.now() } : null)
      if (round >= 10) times[kind].push(performance.now() - started)
    }
  }
  return { whole: median(times.with), plain: median(times.without) }
}
