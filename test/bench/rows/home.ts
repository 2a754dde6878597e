import { signInApp, startLibrary, untilListed } from '../library.ts'
import type { App } from '../library.ts'
import { median } from '../numbers.ts'
import { withService } from '../service.ts'
import type { Account, RunningService } from '../service.ts'
import type { Row } from './row.ts'

const catalogs = 20
const titles = 250
const clients = 8

/** What the web client asks between signing in and showing its home screen. */
function homeCalls(userId: string, views: readonly string[]): readonly string[] {
  const fields = 'fields=PrimaryImageAspectRatio,MediaSourceCount&imageTypeLimit=1'
  return [
    '/System/Info/Public',
    '/QuickConnect/Enabled',
    '/users/public',
    '/Branding/Configuration',
    '/DisplayPreferences/usersettings?client=emby',
    `/Users/${userId}`,
    `/UserViews?userId=${userId}`,
    ...['Video', 'Audio', 'Book'].map(
      (kind) => `/UserItems/Resume?userId=${userId}&limit=12&mediaTypes=${kind}&${fields}`,
    ),
    `/Shows/NextUp?userId=${userId}&limit=24&${fields}`,
    ...views.map((id) => `/Items/Latest?userId=${userId}&limit=16&parentId=${id}&${fields}`),
    '/System/Endpoint',
  ]
}

async function prepare(service: RunningService, account: Account) {
  const app = await signInApp(service, account)
  await untilListed(service, app, catalogs * titles)
  const { Items } = JSON.parse(
    (await service.get(`/UserViews?userId=${app.userId}`, app.headers)).body,
  ) as { Items: { Id: string }[] }
  await watchSome(service, app)
  return {
    app,
    calls: homeCalls(
      app.userId,
      Items.map(({ Id }) => Id),
    ),
  }
}

/** A home screen without anything watched would be too easy. */
async function watchSome(service: RunningService, { userId, headers }: App): Promise<void> {
  const list = async (type: string) => {
    const path = `/Items?userId=${userId}&recursive=true&includeItemTypes=${type}&limit=20`
    const { Items } = JSON.parse((await service.get(path, headers)).body)
    return Items as { Id: string }[]
  }
  for (const { Id } of await list('Movie')) {
    const report = { ItemId: Id, PositionTicks: 12_000_000_000 }
    await service.post('/Sessions/Playing/Stopped', report, headers)
  }
  for (const { Id } of await list('Series')) {
    const { Items } = JSON.parse(
      (await service.get(`/Shows/${Id}/Episodes?userId=${userId}&limit=1`, headers)).body,
    )
    await service.post(`/UserPlayedItems/${Items[0].Id}?userId=${userId}`, {}, headers)
  }
}

/** The home screen of a web client over a library of 5,000 titles, and a sorted page of all of them. */
export const home: Row = async ({ quick }) => {
  const library = await startLibrary(catalogs, titles)
  try {
    return await withService(async (service) => {
      const account = await service.createUser({ sources: [library.source] })
      const { app, calls } = await prepare(service, account)
      const get = (path: string) => service.get(path, app.headers)

      const rounds: number[] = []
      for (let round = 0; round < (quick ? 10 : 40); round++) {
        const started = performance.now()
        for (const path of calls) await get(path)
        rounds.push(performance.now() - started)
      }
      const { cpu: before } = await service.usage()
      const until = performance.now() + (quick ? 2_000 : 8_000)
      let count = 0
      await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          for (let next = client; performance.now() < until; next++, count++) {
            await get(calls[next % calls.length]!)
          }
        }),
      )
      const { cpu: after, memory } = await service.usage()

      const pages: number[] = []
      const page = `/Items?userId=${app.userId}&recursive=true&includeItemTypes=Movie,Series&sortBy=SortName&limit=100&fields=PrimaryImageAspectRatio`
      for (let round = 0; round < (quick ? 20 : 100); round++) {
        pages.push((await get(`${page}&startIndex=${(round % 40) * 100}`)).ms)
      }
      const work = `home screen, ${catalogs} × ${titles} titles`
      return [
        {
          work: `${work}: ${calls.length} calls, one after the other`,
          measured: median(rounds.slice(3)),
          unit: 'ms',
          target: { most: 60 },
        },
        {
          work: `${work}: calls a second of processor time`,
          measured: (count * 1e6) / (after - before),
          unit: 'calls/s',
          target: { least: 400 },
        },
        {
          work: `page of 100 of ${catalogs * titles} titles, sorted, with user data`,
          measured: median(pages),
          unit: 'ms',
          target: { most: 10 },
        },
        {
          work: 'resident memory after it',
          measured: memory / 1e6,
          unit: 'MB',
          target: null,
        },
      ]
    })
  } finally {
    await library.stop()
  }
}
