import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startFilmSource } from './film-source.ts'
import { signInApp } from './media-client.ts'
import { startTrackerSource } from './tracker-source.ts'
import type { Auth, RunningService } from './service.ts'
import type { serviceTargets } from './service-targets.ts'
import { until } from './until.ts'

export type ShownTracker = {
  id: string
  name: string
  state: string
  reason: string | null
  waiting: number
  givenUp: { event: string; reason: string; codedReason: object | null }[]
}

/** A household with films, series and a source that is a tracker, and an app of its first user. Call it in a `describe`. */
export function trackedHousehold(start: (typeof serviceTargets)[number]['start']) {
  const endings: (() => unknown)[] = []
  const stage = {
    nodes: [] as RunningService[],
    owner: undefined as unknown as Auth,
    token: '',
    userId: '',
    watchlist: undefined as unknown as Awaited<ReturnType<typeof startTrackerSource>>,
  }

  async function ask(method: string, path: string, json?: object) {
    const response = await fetch(stage.nodes.at(-1)!.url + path, {
      method,
      headers: { 'x-emby-token': stage.token, 'content-type': 'application/json' },
      body: json ? JSON.stringify(json) : null,
    })
    const text = await response.text()
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
    return response.ok && text ? JSON.parse(text) : null
  }

  const listed = async (kind: string): Promise<{ Id: string; Name: string }[]> =>
    (await ask('GET', `/Items?recursive=true&includeItemTypes=${kind}&sortBy=SortName`)).Items

  const pushed = (count: number) =>
    until(
      'what the tracker is told',
      () => stage.watchlist.tracker.pushes,
      (pushes) => pushes.length >= count,
    )

  const headers = () => ({ authorization: `MediaBrowser Token="${stage.token}"` })

  async function trackers(): Promise<ShownTracker[]> {
    const { data } = await stage.nodes[0]!.graphql(
      '{ trackers { id name native state reason waiting givenUp { event reason codedReason { code values { name text } } } } }',
      { headers: headers() },
    )
    return data.trackers
  }

  const retry = async (id: string): Promise<unknown> => {
    const { data } = await stage.nodes[0]!.graphql(
      'mutation ($id: ID!) { retryTracker(id: $id) }',
      { headers: headers(), variables: { id } },
    )
    return data
  }

  const nothingWaits = () =>
    until('an empty queue of the tracker', trackers, (found) =>
      found.every(({ waiting }) => waiting === 0),
    )

  beforeAll(async () => {
    const ends = (end: () => unknown): void => void endings.push(end)
    stage.watchlist = await startTrackerSource(ends)
    const source = await startFilmSource({ films: 6, series: 3, ends })
    stage.nodes = await start({ RATE_LIMIT_SIGN_IN: 'off' }, ends)
    stage.owner = await stage.nodes[0]!.createUser({
      sources: [source.source, stage.watchlist.source],
      mediaServer: { users: [{ name: 'Kim' }] },
    })
    Object.assign(stage, await signInApp(stage.nodes[0]!.url, stage.owner))
    await listed('Movie')
  }, 60_000)

  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  beforeEach(async () => {
    await nothingWaits()
    stage.watchlist.tracker.pushes.length = 0
    stage.watchlist.tracker.answers = [{ status: 204 }]
  })

  return { stage, ask, listed, pushed, trackers, retry, nothingWaits }
}
