import { describe, expect, it } from 'vitest'
import { signInApp } from '../../support/media-client.ts'
import type { Auth } from '../../support/service.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { trackedHousehold } from '../../support/tracked-household.ts'
import { until } from '../../support/until.ts'

type Bucket = {
  readonly asked: number
  readonly answered: number
  readonly failed: number
  readonly timedOut: number
  readonly failures: readonly { readonly kind: string; readonly count: number }[]
  readonly results: number
  readonly p50: number | null
}

type Breaker = {
  readonly state: string
  readonly since: string | null
  readonly until: string | null
}

describe.each(serviceTargets)('The health of trackers on $name', ({ skip, start }) => {
  const home = skip ? null : trackedHousehold(start)

  async function health(as: { auth?: Auth | undefined; headers?: Record<string, string> } = {}) {
    const from = new Date(Date.now() - 60_000).toISOString()
    const answers = home!.stage.nodes.map(({ graphql }) =>
      graphql(
        `
          query ($from: DateTime!) {
            trackerHealth(from: $from, bucket: DAY) {
              tracker
              breaker {
                state
                since
                until
              }
              buckets {
                asked
                answered
                failed
                timedOut
                failures {
                  kind
                  count
                }
                results
                p50
              }
            }
          }
        `,
        { auth: home!.stage.owner, ...as, variables: { from } },
      ),
    )
    return (await Promise.all(answers)).at(-1)!
  }

  /** Each node writes what it has counted before it answers, so a second question finds it. */
  async function total(): Promise<Bucket | undefined> {
    await health()
    const { data } = await health()
    const [watchlist] = data.trackerHealth as { tracker: string; buckets: Bucket[] }[]
    return watchlist?.buckets.find(({ asked }) => asked > 0)
  }

  async function breaker(): Promise<Breaker | undefined> {
    const { data } = await health()
    return (data.trackerHealth as { breaker: Breaker }[])[0]?.breaker
  }

  const inState = (wanted: string) =>
    until('another state', breaker, (found) => found?.state === wanted)

  async function metric(): Promise<string[]> {
    const { text } = await home!.stage.nodes.at(-1)!.request('/metrics')
    return text.split('\n').filter((line: string) => /^tracker_links(_f|.*"open")/.test(line))
  }

  async function markPlayed(index: number): Promise<void> {
    const { ask, listed, stage } = home!
    const film = (await listed('Movie'))[index]!
    await ask('POST', `/Users/${stage.userId}/PlayedItems/${film.Id}`)
  }

  it.skipIf(skip)('counts what is answered, and how it fails', async () => {
    const { stage, pushed, nothingWaits, trackers, retry } = home!
    const before = await total()
    await markPlayed(0)
    await pushed(1)
    await nothingWaits()
    const answered = await until(
      'an answer',
      total,
      (found) => (found?.answered ?? 0) > (before?.answered ?? 0),
    )
    expect(answered).toMatchObject({ failed: 0, failures: [], timedOut: 0, results: 0 })
    expect(answered!.asked).toBe(answered!.answered)
    expect(answered!.p50).toBeGreaterThanOrEqual(0)

    stage.watchlist.tracker.answers = [{ status: 503 }, { status: 204 }]
    await markPlayed(1)
    await pushed(2)
    const failed = await until('a failure', total, (found) => (found?.failed ?? 0) > 0)
    expect(failed).toMatchObject({ failures: [{ kind: 'UNAVAILABLE', count: 1 }], failed: 1 })
    const [watchlist] = await trackers()
    await retry(watchlist!.id)
    await nothingWaits()
    const again = await until(
      'another answer',
      total,
      (found) => (found?.answered ?? 0) > answered!.answered,
    )
    expect(again).toMatchObject({ failed: 1, asked: again!.answered + 1 })
  })

  it.skipIf(skip)(
    'says since when a tracker is left alone, and whether for want of a person',
    async () => {
      const { stage, nothingWaits, trackers, retry } = home!
      const began = Date.now()
      stage.watchlist.tracker.answers = [{ status: 503 }]
      await markPlayed(2)
      const paused = await inState('OPEN')
      expect(Date.parse(paused!.since!)).toBeGreaterThanOrEqual(began)
      expect(Date.parse(paused!.until!)).toBeGreaterThan(Date.now())
      expect(await metric()).toEqual([
        'tracker_links{tracker="source",state="open"} 1',
        `tracker_links_failing_since_timestamp_seconds{tracker="source"} ${Date.parse(paused!.since!) / 1_000}`,
      ])
      stage.watchlist.tracker.answers = [{ status: 401 }]
      const [watchlist] = await trackers()
      await retry(watchlist!.id)
      const refused = await until(
        'a refusal',
        breaker,
        (found) => found?.until === null && found.state === 'OPEN',
      )
      expect(Date.parse(refused!.since!)).toBeGreaterThanOrEqual(Date.parse(paused!.since!))
      stage.watchlist.tracker.answers = [{ status: 204 }]
      await retry(watchlist!.id)
      await nothingWaits()
      const closed = await inState('CLOSED')
      expect(Date.parse(closed!.since!)).toBeGreaterThanOrEqual(Date.parse(refused!.since!))
      expect(await metric()).toEqual([])
    },
  )

  it.skipIf(skip)('is shown to the first user of the household alone', async () => {
    const { stage } = home!
    const kim = { ...stage.owner, uuid: `${stage.owner.uuid}/Kim` }
    const { token } = await signInApp(stage.nodes[0]!.url, kim, 'Kim')
    const headers = { authorization: `MediaBrowser Token="${token}"` }
    const { errors } = await health({ auth: undefined, headers })
    expect(errors?.[0]!.extensions!.code).toBe('FORBIDDEN')
    const auth = await stage.nodes[0]!.createUser()
    expect((await health({ auth })).data.trackerHealth).toEqual([])
  })
})
