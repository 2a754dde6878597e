import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '../../../src/storage/database.ts'
import { openAppSocket } from '../../support/app-socket.ts'
import { startTimedHome } from '../../support/timed-home.ts'
import { until } from '../../support/until.ts'

const { service, olga, kim, limit, send, film, restarted } = await startTimedHome(afterAll)

/** As if Kim had watched so long just now. */
async function watched(ms: number): Promise<void> {
  const db = openDatabase({ dialect: 'sqlite', file: join(service.dataDir, 'service.db') })
  const [{ number: configuration }] = await db('configurations').select('number')
  const quarter = Math.floor(Date.now() / 900_000)
  const row = { configuration, profile_id: kim.userId, quarter, watched_ms: ms }
  await db('watched_quarters')
    .insert(row)
    .onConflict(['configuration', 'profile_id', 'quarter'])
    .merge()
  await closeDatabase(db)
}

async function timesOf(at = service.url) {
  const query = '{ household { users { name times { minutesPerDay watchedMs remainingMs } } } }'
  const { text } = await send(olga.token, 'POST', '/graphql', { query }, at)
  const { users } = JSON.parse(text).data.household
  return users.find(({ name }: { name: string }) => name === 'Kim').times
}

const play = (what: string, seconds: number) =>
  send(kim.token, 'POST', `/Sessions/Playing${what}`, {
    ItemId: film,
    PositionTicks: seconds * 10_000_000,
    IsPaused: false,
  })

describe('The minutes of a day', () => {
  it('are read by the first user, and by apps beside the policy', async () => {
    await limit({ minutesPerDay: 1 })
    await watched(20_000)
    const none = { minutesPerDay: 1, watchedMs: 20_000, remainingMs: 40_000 }
    expect(await timesOf()).toEqual(none)
    const { text } = await send(kim.token, 'GET', '/Users/Me')
    expect(JSON.parse(text).Policy.service).toEqual({ minutesPerDay: 1 })
  })

  it('are not given back to who clears the history', async () => {
    const body = { userId: kim.userId }
    expect((await send(kim.token, 'POST', '/Service/History/Clear', body)).status).toBe(200)
    expect((await timesOf()).remainingMs).toBe(40_000)
  })

  it('end what plays, and hold after a restart', async () => {
    await watched(58_500)
    const socket = await openAppSocket(service.url, kim.token, afterAll)
    expect((await play('', 0)).status).toBe(204)
    const began = Date.now()
    const place = () => (Date.now() - began) / 1_000
    const last = await until(
      'the reports to be refused',
      () => play('/Progress', place()),
      ({ status }) => status !== 204,
    )
    expect([last.status, last.text]).toEqual([403, expect.stringMatching(/your minute of today/)])
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_450)
    const { watchedMs, remainingMs } = await timesOf()
    expect([watchedMs >= 60_000 && watchedMs < 61_000, remainingMs]).toEqual([true, 0])
    expect((await socket.hear('Playstate')).Data.Command).toBe('Stop')
    await until('the web socket to close', () => socket.isClosed(), Boolean)
    const { url } = await restarted()
    expect((await send(kim.token, 'GET', '/Items', undefined, url)).status).toBe(403)
    expect(await timesOf(url)).toEqual({ minutesPerDay: 1, watchedMs, remainingMs: 0 })
  })
})
