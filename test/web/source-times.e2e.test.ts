import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { spanMs } from '../../src/model/source-health.ts'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { createHealthStore } from '../../src/storage/repositories/source-health.ts'
import { noChromium } from '../support/browser.ts'
import { copiedCsv } from '../support/copied-csv.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { choose, openPages, openSignedIn } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const home = await service.createUser({
  sources: [{ type: 'stremio', id: 'first', name: 'First', url: 'http://127.0.0.1:9/first' }],
})

/** A hundred answers so many days ago, each a millisecond slower than the one before. */
async function answer(daysAgo: number, fastest: number): Promise<void> {
  const db = openDatabase({ dialect: 'sqlite', file: join(service.dataDir, 'service.db') })
  try {
    const { number } = await db('configurations').first<{ number: number }>('number')
    const at = Date.now() - daysAgo * spanMs.day
    await createHealthStore(db).add([
      {
        configuration: number,
        area: 'streams',
        subject: 'first',
        hour: at - (at % spanMs.hour),
        answered: 100,
        remembered: 0,
        failures: { timeout: 25 },
        results: 300,
        kept: 200,
        latencies: Array.from({ length: 100 }, (_, index) => fastest + index),
      },
    ])
  } finally {
    await closeDatabase(db)
  }
}

describe.skipIf(noChromium)('How the sources answer', () => {
  it('is told of all of the time that is chosen, and not of its last day', async () => {
    await answer(200, 3_000)
    await answer(60, 3_000)
    await answer(20, 1_000)
    await answer(1, 100)
    await answer(0, 100)
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, home, 'dashboard')
    const expectFigures = async (time: string, counts: string[], times: number[]) => {
      await choose(page, 'Time', time)
      const lines = await until(
        `the figures of ${time}`,
        () => copiedCsv(page, 'How the sources answer'),
        ([, line]) => line?.[2] === counts[0],
      )
      expect(lines).toHaveLength(2)
      expect(lines[1]!.slice(0, 7)).toEqual(['First', 'Streams', ...counts])
      const shares = lines[1]!.slice(7).map((ms, index) => Number(ms) / times[index]!)
      expect(shares.map((share) => Math.abs(share - 1) < 0.02)).toEqual([true, true, true])
    }
    await expectFigures('7 days', ['250', '0.8', '50', '600', '400'], [150, 195, 199])
    await expectFigures('30 days', ['375', '0.8', '75', '900', '600'], [175, 1085, 1097])
    await expectFigures('A year', ['625', '0.8', '125', '1500', '1000'], [1050, 3087, 3097])
  }, 60_000)

  it.each(['en', 'de', 'es'])(
    'is seen whole beside the menu in the language %s',
    async (name) => {
      const { page } = await openPages(service.url)
      await page.evaluateOnNewDocument((chosen) => localStorage.setItem('language', chosen), name)
      await openSignedIn(page, service.url, home, 'dashboard')
      const table = await page.waitForSelector('main .scrolled:has(th[scope=rowgroup])')
      const hidden = await table!.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      )
      expect(hidden).toBeLessThanOrEqual(0)
    },
    60_000,
  )
})
