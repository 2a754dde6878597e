import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScheduler } from '../../src/core/scheduler.ts'
import type { Stream } from '../../src/model/search-result.ts'
import type { UserData } from '../../src/model/user-data.ts'
import { createPipeline } from '../../src/search/pipeline.ts'
import { compilePlan } from '../../src/search/plan.ts'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'
import { createOrder } from '../../src/search/steps/sort.ts'
import { configurations, streamLists } from '../support/random-rules.ts'
import { query, stream } from '../support/streams.ts'
import { finished } from '../support/work.ts'

const asked = query({ titles: ['Some Film'], year: 2020, runtime: 90 })

function pipeline(maxResults = 5_000) {
  return createPipeline({
    scheduler: createScheduler(),
    parseName: parseReleaseName,
    maxResults,
  })
}

async function explain(
  streams: readonly Stream[],
  userData: UserData,
  maxResults?: number,
  requiredFields: readonly string[] = [],
) {
  const read = { query: asked, streams, unread: 0 }
  const options = { plan: compilePlan(userData), explain: true, requiredFields }
  const { results, steps, explained } = await pipeline(maxResults).rank(read, options)
  return { results, steps, ...explained! }
}

const placeOf = ({ sourceIndex, position }: Stream) => `${sourceIndex}:${position}`

function valueAt(userData: UserData, path: string): unknown {
  const keys = path.split(/[.[\]]+/).filter(Boolean)
  return keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    userData,
  )
}

/** The configuration without the rule at a path. */
function without(userData: UserData, path: string): UserData {
  const copy = structuredClone(userData) as Record<string, unknown>
  const keys = path.split(/[.[\]]+/).filter(Boolean)
  let at = copy
  for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>
  const last = keys.at(-1)!
  if (path.startsWith('dedupe.mode.')) at[last] = 'off'
  // A blank entry is no rule, and the others keep their places.
  else if (Array.isArray(at)) at[Number(last)] = ''
  else delete at[last]
  return copy
}

/** Only duplicates are dropped without a rule that says so. */
function withoutDefaults(userData: UserData): UserData {
  return { ...userData, dedupe: { ...userData.dedupe, enabled: false } }
}

type List = NonNullable<NonNullable<UserData['sort']>['global']>

/** Whether it is sorted before another although it arrives behind it. */
function winsBehind(first: Stream, next: Stream, list: List, { filters }: UserData): boolean {
  const pair = [next, first].map((one, position) => ({ ...one, sourceIndex: 0, position }))
  const { sort } = createOrder({ global: list }, filters)
  return finished(sort(pair, asked))[0]!.position === 1
}

describe('what became of a stream', () => {
  it('accounts for every stream once, and agrees with the results and the counts', async () => {
    await fc.assert(
      fc.asyncProperty(streamLists, configurations, async (streams, userData) => {
        const { results, steps, kept, dropped } = await explain(streams, userData, 7)
        expect(kept.map((one) => one.stream)).toEqual(results)
        const all = [...kept, ...dropped].map((one) => placeOf(one.stream))
        expect(all.toSorted()).toEqual(streams.map(placeOf).toSorted())
        for (const { step, before, after } of steps) {
          const gone = dropped.filter((drop) => drop.step === step)
          expect({ step, gone: gone.length }).toEqual({ step, gone: before - after })
        }
      }),
      { numRuns: 150 },
    )
  })

  it('names the rules which keep it when they are taken away', async () => {
    await fc.assert(
      fc.asyncProperty(streamLists, configurations, fc.nat(), async (streams, userData, choice) => {
        const { dropped } = await explain(streams, userData)
        if (dropped.length === 0) return
        const { stream } = dropped[choice % dropped.length]!
        const named = new Set<string | null>()
        let rules = userData
        for (;;) {
          const again = await explain(streams, rules)
          const drop = again.dropped.find((one) => placeOf(one.stream) === placeOf(stream))
          if (!drop) return
          // A rule that is gone cannot drop it once more.
          expect(named).not.toContain(drop.path)
          named.add(drop.path)
          rules = drop.path === null ? withoutDefaults(rules) : without(rules, drop.path)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('names rules that the configuration has', async () => {
    await fc.assert(
      fc.asyncProperty(streamLists, configurations, async (streams, userData) => {
        const { dropped } = await explain(streams, userData)
        const paths = dropped.flatMap(({ path }) => (path === null ? [] : [path]))
        expect(paths.filter((path) => valueAt(userData, path) === undefined)).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('names the key which decides between a kept one and the next', async () => {
    await fc.assert(
      fc.asyncProperty(streamLists, configurations, async (streams, userData) => {
        const list = userData.sort?.global
        if (!list || userData.sort?.cached || userData.sort?.movies) return
        const { kept } = await explain(streams, userData)
        const wrong = kept.filter(({ stream: first, lead }, index) => {
          const next = kept[index + 1]?.stream
          if (!next || !lead) return lead !== null || next !== undefined
          if (lead.path === null || lead.by === 'source') return false
          const at = Number(/\d+/.exec(lead.path)![0])
          const isFirst = (length: number) =>
            winsBehind(first, next, list.slice(0, length), userData)
          return lead.by !== list[at]!.by || !isFirst(at + 1) || (at > 0 && isFirst(at))
        })
        expect(wrong).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('shows what decided of both', async () => {
    const [small, large] = [
      stream({ size: 2_000, position: 0 }),
      stream({ size: 9_000, position: 1 }),
    ]
    const { kept } = await explain([small, large], { sort: { global: [{ by: 'size' }] } })
    expect(kept.map(({ lead }) => lead)).toEqual([
      { by: 'size', path: 'sort.global[0]', own: '9000', other: '2000' },
      null,
    ])
  })

  it('says where the default order, cached streams, notes and arrival decide', async () => {
    const streams = [
      stream({ position: 0, type: 'error' }),
      stream({ position: 1, type: 'debrid', cached: false }),
      stream({ position: 2, type: 'debrid', cached: false }),
      stream({ position: 3, type: 'debrid', cached: true, url: 'https://h.example/3' }),
    ]
    const { kept } = await explain(streams, {})
    expect(kept.map(({ lead }) => lead?.by)).toEqual(['cachedFirst', 'arrival', 'note', undefined])
  })

  it('names the equal stream that is kept in its place', async () => {
    const equal = { infoHash: 'a'.repeat(40), type: 'p2p' } as const
    const [first, second] = [
      stream({ ...equal, seeders: 1, position: 0 }),
      stream({ ...equal, seeders: 9, position: 1 }),
    ]
    const { dropped } = await explain([first, second], { dedupe: { mode: { p2p: 'single' } } })
    expect(dropped).toMatchObject([{ stream: first, winner: second, path: 'dedupe.mode.p2p' }])
  })

  it.each([
    {},
    { dedupe: { mode: { http: 'single' } } },
    { dedupe: { keys: ['infoHash'] } },
  ] as const)('names no rule for duplicates that are dropped by default: %j', async (userData) => {
    const equal = { infoHash: 'a'.repeat(40), type: 'p2p' } as const
    const streams = [0, 1].map((position) => stream({ ...equal, position }))
    const { dropped } = await explain(streams, userData as UserData)
    expect(dropped).toMatchObject([{ step: 'dedupe', path: null, winnerDrop: null }])
  })

  it.each([
    ['limit', { path: 'limits.total', reason: 'over 1 in all' }, { limits: { total: 1 } }, {}],
    ['requiredFields', { path: null, reason: 'no indexer' }, {}, { requiredFields: ['indexer'] }],
    ['maxResults', { path: null, reason: expect.stringContaining('over 1') }, {}, { most: 1 }],
  ] as const)(
    'says which later step drops the preferred one too: %s',
    async (step, why, rules, how) => {
      const equal = { infoHash: 'a'.repeat(40), type: 'p2p', size: 1 } as const
      const streams = [
        stream({ ...equal, seeders: 1, position: 0 }),
        stream({ ...equal, seeders: 9, position: 1 }),
        stream({ size: 9, indexer: 'one', infoHash: 'b'.repeat(40), type: 'p2p', position: 2 }),
      ]
      const userData = { ...rules, sort: { global: [{ by: 'size' as const }] } }
      const options = { most: undefined, requiredFields: undefined, ...how }
      const { kept, dropped } = await explain(
        streams,
        userData,
        options.most,
        options.requiredFields,
      )
      expect(kept).toMatchObject([{ stream: { position: 2 } }])
      expect(dropped).toMatchObject([
        { step: 'dedupe', winner: { position: 1 }, winnerDrop: { step, ...why } },
        { step, stream: { position: 1 }, winnerDrop: null },
      ])
    },
  )

  it.each([
    [{ size: { min: 5 } }, 'filters.size.min'],
    [{ size: { min: 5, movies: { max: 3 } } }, 'filters.size.min'],
    [{ size: { movies: { min: 5 } } }, 'filters.size.movies.min'],
    [{ seeders: { max: 1 } }, 'filters.seeders.max'],
    [{ language: { require: ['German'] } }, 'filters.language.require'],
    [{ keyword: { exclude: ['other', 'sample'] } }, 'filters.keyword.exclude[1]'],
    [{ regex: { exclude: ['', 'amp'] } }, 'filters.regex.exclude[1]'],
    [{ expressions: { exclude: ['false', 'size < 5'] } }, 'filters.expressions.exclude[1]'],
    [{ expressions: { require: ['size > 5'] } }, 'filters.expressions.require[0]'],
  ])('gives the path of the rule: %j', async (filters, path) => {
    const one = stream({ size: 4, seeders: 2, filename: 'a sample.mkv' })
    const { dropped } = await explain([one], { filters })
    expect(dropped).toMatchObject([{ step: 'filter', path }])
  })

  it('ranks a thousand streams within 100 ms', async () => {
    const streams = Array.from({ length: 1_000 }, (_, position) =>
      stream({
        position,
        size: (position * 7_919) % 40_000_000_000,
        filename: `Some.Film.2020.${['2160p', '1080p', '720p'][position % 3]}.WEB-DL-G${position}.mkv`,
      }),
    )
    const filters = {
      keyword: { exclude: ['cam', 'hdts'] },
      regex: { exclude: [String.raw`\bG1[0-4]\d\b`] },
      expressions: { exclude: ['size > 39 * GB'] },
    }
    const times: number[] = []
    for (let run = 0; run < 5; run++) {
      const started = performance.now()
      await explain(streams, { filters: { ...filters } })
      times.push(performance.now() - started)
    }
    expect(Math.min(...times)).toBeLessThan(100)
  })
})
