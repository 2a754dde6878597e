import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeHistoryCursor } from '../../../src/services/history-pages/cursor.ts'
import { signInApp } from '../library.ts'
import type { App } from '../library.ts'
import { median } from '../numbers.ts'
import { startService } from '../service.ts'
import type { Account, RunningService } from '../service.ts'
import type { Figure } from '../table.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { loadHistory, withDatabase } from './history/load.ts'
import type { Place } from './history/load.ts'
import { startLongSeries } from './history/long-series.ts'
import { queueEvents, startTracker } from './history/trackers.ts'
import type { Row } from './row.ts'

const users = 20
const pageSize = 50
const events = 10_000
const episodes = 1_100
const patienceMs = 120_000

const whole = (number: number): string => number.toLocaleString('en')

/** A table of many people's histories: its pages, its counts, taking it out, marking a long series, and telling trackers. */
export const history: Row = async ({ quick }) => {
  const rows = Number(process.env['BENCH_HISTORY'] || (quick ? 100_000 : 1_000_000))
  const url = process.env['BENCH_DATABASE'] || null
  const dataDir = makeTemporaryFolder()
  const env: Record<string, string> =
    url === null ? {} : { DATABASE_URL: url, SECRET_KEY: 'ab'.repeat(32) }
  const long = await startLongSeries(episodes)
  const healthy = await startTracker(false)
  const dead = await startTracker(true)
  const figures: Figure[] = []
  try {
    let service = await startService(dataDir, env)
    const config = {
      sources: [
        { ...long.source, id: 'long' },
        { ...healthy.source, id: 'healthy' },
        { ...dead.source, id: 'dead' },
      ],
      mediaServer: {
        users: Array.from({ length: users - 1 }, (_, index) => ({ name: `User ${index}` })),
      },
    }
    const account = await service.createUser(config)
    const app = await signInApp(service, account)
    figures.push(await markLongSeries(service, app, quick))
    const profileIds = await usersOf(service, app)
    await service.stop()

    const load = (count: number) =>
      withDatabase({ dataDir, url }, async (db) => {
        await db('history').delete()
        return loadHistory(db, profileIds, count)
      })
    const few = 10_000
    const small = await load(few)
    service = await startService(dataDir, env)
    const smallPages = await pagesOf(service, account, few, small)
    await service.stop()
    const large = await load(rows)
    service = await startService(dataDir, env)
    const largePages = await pagesOf(service, account, rows, large)
    figures.push(...pageFigures(smallPages, largePages, rows, url !== null))
    figures.push(await activityOf(service, account, rows))
    figures.push(...(await exportOf(service, account, rows)))
    await service.stop()

    await withDatabase({ dataDir, url }, (db) =>
      queueEvents(db, profileIds[0]!, ['healthy', 'dead'], events),
    )
    healthy.forget()
    service = await startService(dataDir, env)
    figures.push(await deliveryOf(healthy))
    await service.stop()
    return figures
  } finally {
    for (const part of [long, healthy, dead]) part.stop()
  }
}

async function usersOf(service: RunningService, { headers }: App): Promise<string[]> {
  const { body } = await service.get('/Service/Users', headers)
  return (JSON.parse(body) as { user: { Id: string } }[]).map(({ user }) => user.Id)
}

/** Milliseconds of a page at the start and of one as deep as page 10,000, or the last one; of the first user. */
async function pagesOf(
  service: RunningService,
  account: Account,
  rows: number,
  { newest, step }: Place,
) {
  const { headers, userId } = await signInApp(service, account)
  const skipped = Math.min(10_000 * pageSize, Math.floor(rows / users) - pageSize)
  const cursor = writeHistoryCursor({
    sortAt: newest - skipped * step,
    rowId: Number.MAX_SAFE_INTEGER,
  })
  const path = `/Service/History?limit=${pageSize}`
  const time = async (address: string): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < 40; round++) {
      const { ms, body } = await service.get(address, headers)
      const { items } = JSON.parse(body) as { items: unknown[] }
      if (items.length !== pageSize) throw new Error(`${address} has ${items.length} entries`)
      if (round >= 10) times.push(ms)
    }
    return median(times)
  }
  return {
    first: await time(`${path}&userId=${userId}`),
    deep: await time(`${path}&userId=${userId}&cursor=${cursor}`),
    everybody: await time(path),
  }
}

function pageFigures(
  small: Awaited<ReturnType<typeof pagesOf>>,
  large: Awaited<ReturnType<typeof pagesOf>>,
  rows: number,
  isMysql: boolean,
): Figure[] {
  const own = [small.first, small.deep, large.first, large.deep]
  const target = { most: isMysql ? 10 : 5 }
  return [
    {
      work: `history page of ${pageSize} at ${whole(rows)} rows, page 10,000`,
      measured: large.deep,
      unit: 'ms',
      target,
      note: `first page ${large.first.toFixed(1)} ms`,
    },
    {
      work: `the same of ${users} users together, first page`,
      measured: large.everybody,
      unit: 'ms',
      target,
    },
    {
      work: `first and deep pages at 10,000 and ${whole(rows)} rows: slowest against fastest`,
      measured: Math.max(...own) / Math.min(...own),
      unit: '×',
      target: { most: 1.5 },
    },
  ]
}

async function activityOf(service: RunningService, account: Account, rows: number) {
  const { headers } = await signInApp(service, account)
  const times: number[] = []
  for (let round = 0; round < 40; round++) {
    const { ms, body } = await service.get('/Service/Activity', headers)
    const { users: found } = JSON.parse(body) as { users: { counts: { played: number } }[] }
    if (found.some(({ counts }) => counts.played === 0)) throw new Error('a user has no counts')
    if (round >= 10) times.push(ms)
  }
  return {
    work: `activity of ${users} users at ${whole(rows)} rows`,
    measured: median(times),
    unit: 'ms',
    target: { most: 10 },
  }
}

async function exportOf(
  service: RunningService,
  account: Account,
  rows: number,
): Promise<Figure[]> {
  const { headers } = await signInApp(service, account)
  const { memory } = await service.usage()
  let most = memory
  const started = performance.now()
  let entries = 0
  const reading = new Promise<void>((resolve, reject) => {
    get(`${service.url}/Service/History/Export`, { headers }, (response) => {
      response.on('data', (piece: Buffer) => {
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) entries += 1
      })
      response.on('error', reject).on('end', resolve)
    }).on('error', reject)
  })
  const ended = reading.then(() => true)
  while (!(await Promise.race([ended, sleep(200, false)]))) {
    most = Math.max(most, (await service.usage()).memory)
  }
  const seconds = (performance.now() - started) / 1_000
  if (entries < rows) throw new Error(`the export has ${entries} entries of ${rows}`)
  return [
    {
      work: `export of ${whole(rows)} rows`,
      measured: rows / seconds,
      unit: 'rows/s',
      target: { least: 100_000 },
    },
    {
      work: 'memory while it is exported',
      measured: (most - memory) / 1e6,
      unit: 'MB more',
      target: { most: 80 },
      isSteady: true,
    },
  ]
}

async function markLongSeries(service: RunningService, app: App, quick: boolean): Promise<Figure> {
  const { headers, userId } = app
  const ask = async (path: string) => JSON.parse((await service.get(path, headers)).body)
  const until = performance.now() + patienceMs
  let show: { Id: string } | undefined
  while (!show && performance.now() < until) {
    const { Items } = await ask(`/Items?userId=${userId}&recursive=true&includeItemTypes=Series`)
    show = Items[0]
  }
  const { Items } = await ask(`/Shows/${show!.Id}/Episodes?userId=${userId}`)
  if (Items.length !== episodes) throw new Error(`the series has ${Items.length} episodes`)
  const times: number[] = []
  for (let round = 0; round < (quick ? 2 : 5); round++) {
    const { ms } = await service.post(`/Service/PlayedUpTo/${Items.at(-1).Id}`, {}, headers)
    times.push(ms)
    await service.post('/Service/History/Clear', { userId }, headers)
  }
  return {
    work: `played up to episode ${whole(episodes)} of ${whole(episodes)}`,
    measured: median(times),
    unit: 'ms',
    target: { most: 150 },
  }
}

async function deliveryOf(tracker: Awaited<ReturnType<typeof startTracker>>): Promise<Figure> {
  const until = performance.now() + patienceMs
  while (tracker.heard() < events && performance.now() < until) await sleep(20)
  const seconds = (performance.now() - tracker.firstAt()) / 1_000
  return {
    work: `${whole(events)} queued events to a tracker, beside a dead one`,
    measured: tracker.heard() / seconds,
    unit: 'events/s',
    target: { least: 500 },
  }
}
