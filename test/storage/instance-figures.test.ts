import { describe, expect, it } from 'vitest'
import { createConfigurationStore } from '../../src/storage/repositories/configurations.ts'
import { createInstanceFigures } from '../../src/storage/repositories/instance-figures.ts'
import { createHealthStore } from '../../src/storage/repositories/source-health.ts'
import { dialectOf } from '../../src/storage/dialect.ts'
import { dialects } from '../support/dialects.ts'

const hour = 3_600_000
const now = Date.now()
const thisHour = now - (now % hour)

describe.each(dialects)('figures of the whole instance on $name', ({ skip, openMigrated }) => {
  async function open() {
    const db = await openMigrated()
    const configurations = createConfigurationStore(db)
    const add = (digit: number) =>
      configurations.insert({
        uuid: `00000000-0000-4000-8000-00000000000${digit}`,
        passwordHash: 'hash',
        sealed: Buffer.from('sealed'),
      })
    const age = (ageMs: number) => db('configurations').update({ updated_at: now - ageMs })
    return { db, add, age, figures: createInstanceFigures(db), health: createHealthStore(db) }
  }

  const asked = (configuration: number, over: object = {}) => ({
    configuration,
    area: 'streams' as const,
    subject: 'source',
    hour: thisHour,
    answered: 1,
    remembered: 0,
    results: 0,
    kept: 0,
    failures: {},
    latencies: [],
    ...over,
  })

  it.skipIf(skip)('count each configuration once, by the last of its uses', async () => {
    const { add, age, figures, health } = await open()
    const [first, , third] = [await add(1), await add(2), await add(3)]
    await age(100 * hour)
    await health.add([asked(first), asked(first, { area: 'catalogs' }), asked(99)])
    await health.add([asked(third, { hour: thisHour - 50 * hour })])
    expect(await figures.usedSince(now - 24 * hour)).toBe(1)
    expect(await figures.usedSince(now - 60 * hour)).toBe(2)
    expect(await figures.usedSince(now - 200 * hour)).toBe(3)
    expect(await figures.configurations()).toMatchObject({ total: 3, lastUsedAt: thisHour })
  })

  it.skipIf(skip)('look at the rows of each configuration until one of them is a use', async () => {
    const { db, figures } = await open()
    const asked: { sql: string; bindings: never[] }[] = []
    db.on('query', (query: (typeof asked)[number]) => void asked.push(query))
    await figures.usedSince(thisHour)
    const [{ sql, bindings }] = asked as [(typeof asked)[number]]
    const isMysql = dialectOf(db) === 'mysql'
    const rows = await db.raw(`explain ${isMysql ? '' : 'query plan '}${sql}`, bindings)
    const steps: Record<string, string | null>[] = isMysql ? rows[0] : rows
    const texts = steps.map((step) => Object.values(step).join(' '))
    for (const table of ['devices', 'browser_sessions', 'access_tokens', 'source_health']) {
      const own = texts.find((text) => text.includes(`${table} `))
      expect(own).toMatch(isMysql ? /DEPENDENT SUBQUERY/ : /SEARCH .*configuration=\?/)
    }
  })

  it.skipIf(skip)('know no use where there is no configuration', async () => {
    const { figures } = await open()
    expect(await figures.configurations()).toEqual({ total: 0, lastUsedAt: null })
    expect(await figures.usedSince(0)).toBe(0)
    expect(await figures.trackerEvents()).toEqual({ waiting: 0, givenUp: 0 })
    expect(await figures.devices()).toBe(0)
  })

  it.skipIf(skip)(
    'add up what was asked over everybody, and tell only known trackers apart',
    async () => {
      const { figures, health } = await open()
      await health.add([
        asked(1, { failures: { timeout: 2 } }),
        asked(2, { failures: { timeout: 2 }, subject: 'other' }),
        asked(3, { failures: { status: 1, timeout: 1 }, remembered: 4 }),
        asked(3, { hour: thisHour - 48 * hour, answered: 1_000 }),
        asked(1, { area: 'tracker', subject: 'Trakt' }),
        asked(1, { area: 'tracker', subject: "Somebody's own tracker" }),
        asked(1, { area: 'links', failures: { status: 1 } }),
      ])
      const one = { answered: 1, remembered: 0, failures: {} }
      expect(await figures.areas(thisHour - 24 * hour, ['Trakt', 'Simkl'])).toEqual([
        {
          area: 'streams',
          tracker: null,
          answered: 3,
          remembered: 4,
          failures: { timeout: 5, status: 1 },
        },
        { area: 'tracker', tracker: null, ...one },
        { area: 'tracker', tracker: 'Trakt', ...one },
      ])
    },
  )
})
