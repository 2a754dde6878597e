import { afterAll, describe, expect, it } from 'vitest'
import { startAddon } from '../support/addon.ts'
import { warningsOf } from '../support/saving.ts'
import type { Warning } from '../support/saving.ts'
import { startService } from '../support/service.ts'

const service = await startService({ SOURCE_TIMEOUT: '20s' }, afterAll)
const good = await startAddon({ ends: afterAll })

describe('a setting without effect', () => {
  const few = { MAX_RESULTS: '100' }

  it.each<[object, Warning]>([
    [
      { filters: { size: { min: 5, max: 2 } } },
      { path: 'filters.size', message: expect.stringMatching(/min above its max/) },
    ],
    [
      { filters: { age: { anime: { min: 5, max: 2 } } } },
      { path: 'filters.age.anime', message: expect.stringMatching(/min above its max/) },
    ],
    [
      { filters: { year: { mode: 'off', tolerance: 2 } } },
      { path: 'filters.year.tolerance', message: 'has no effect while mode is off' },
    ],
    [
      { filters: { episode: { mode: 'exact', tolerance: 2 } } },
      { path: 'filters.episode.tolerance', message: 'has no effect on episodes' },
    ],
    [
      { sort: { movies: [{ by: 'size' }, { by: 'size' }] } },
      { path: 'sort.movies[1].by', message: 'has no effect: an earlier entry sorts by size' },
    ],
    [
      { sort: { global: [{ by: 'language' }] } },
      { path: 'sort.global[0].by', message: 'has no effect without filters.language.prefer' },
    ],
    [
      { sort: { global: [{ by: 'regexScore' }] } },
      { path: 'sort.global[0].by', message: 'has no effect without filters.regex.prefer' },
    ],
    [
      { sort: { global: [{ by: 'expressionScore' }] } },
      { path: 'sort.global[0].by', message: 'has no effect without filters.expressions.score' },
    ],
    [
      { dedupe: { prefer: ['service', 'size'] } },
      { path: 'dedupe.prefer[0]', message: 'has no effect without filters.service.prefer' },
    ],
    [
      { dedupe: { enabled: false, merge: [] } },
      { path: 'dedupe.enabled', message: 'is false, so dedupe.merge has no effect' },
    ],
    [
      { dedupe: { keys: [], mode: {} } },
      { path: 'dedupe.keys', message: 'is empty, so dedupe.mode has no effect' },
    ],
    [
      { filters: { language: { prefer: ['Englisch'] } } },
      { path: 'filters.language.prefer[0]', message: 'is not known; did you mean "English"?' },
    ],
    [
      { filters: { subtitle: { require: ['Klingon'] } } },
      {
        path: 'filters.subtitle.require[0]',
        message: expect.stringMatching(/^is not a known language/),
      },
    ],
    [
      { filters: { service: { prefer: ['real-debrid'] } } },
      { path: 'filters.service.prefer[0]', message: 'is not known; did you mean "realdebrid"?' },
    ],
    [
      { formatter: { id: 'plain', description: 'x' } },
      { path: 'formatter.description', message: 'has no effect beside formatter.id' },
    ],
    [
      { limits: { total: 200 } },
      {
        path: 'limits.total',
        message: "is above this instance's limit of 100 results",
      },
    ],
    [
      { limits: { total: 5, quality: 6 } },
      { path: 'limits.quality', message: 'has no effect: limits.total is lower' },
    ],
    [
      { mediaServer: { enabled: false, users: [] } },
      {
        path: 'mediaServer.enabled',
        message: expect.stringMatching(/nothing else of mediaServer/),
      },
    ],
    [
      { mediaServer: { users: [{ name: 'Kim', timeZone: 'Europe/Berlin' }] } },
      {
        path: 'mediaServer.users[0].timeZone',
        message: 'has no effect without accessSchedules or minutesPerDay',
      },
    ],
    [
      {
        mediaServer: {
          users: [
            {
              name: 'Kim',
              accessSchedules: [
                { dayOfWeek: 'Monday', startHour: 8, endHour: 9 },
                { dayOfWeek: 'Everyday', startHour: 7, endHour: 19 },
              ],
            },
          ],
        },
      },
      {
        path: 'mediaServer.users[0].accessSchedules[0]',
        message: 'has no effect: another entry covers these hours',
      },
    ],
    [
      { trackers: [{ type: 'source', id: 'nobody' }] },
      { path: 'trackers[0].id', message: 'is not the id of a source in this configuration' },
    ],
    [
      { stremio: { recordPlays: true }, mediaServer: { enabled: false } },
      {
        path: 'stremio.recordPlays',
        message: expect.stringMatching(/has no effect while mediaServer.enabled is false/),
      },
    ],
    [
      { trackers: [{ type: 'Trakt' }] },
      { path: 'trackers[0].type', message: 'has no effect: the operator has not set up trakt' },
    ],
  ])('is warned of: %j', async (config, warning) => {
    limited ??= await startService(few, afterAll)
    expect(await warningsOf(limited, config)).toEqual([warning])
  })

  it('is none of all the minutes of a day, since devices that play at once add up', async () => {
    const users = [{ name: 'Kim', minutesPerDay: 1_440 }]
    expect(await warningsOf(service, { mediaServer: { users } })).toEqual([])
  })

  it('is none where a parent gives it one', async () => {
    const parent = await service.createUser({
      sources: [{ ...good.source, id: 'mine' }],
      filters: { language: { prefer: ['German'] } },
      mediaServer: { users: [{ name: 'Kim' }] },
    })
    const child = {
      sort: { global: [{ by: 'language' }] },
      trackers: [{ type: 'source', id: 'mine', user: 'Kim' }],
    }
    expect((await warningsOf(service, child)).length).toBe(3)
    const { uuid, password } = parent
    expect(await warningsOf(service, { ...child, parentConfig: { uuid, password } })).toEqual([])
  })
})

let limited: typeof service | undefined
