import { signInApp, startLibrary, untilListed } from '../library.ts'
import type { App } from '../library.ts'
import { median } from '../numbers.ts'
import { withService } from '../service.ts'
import { endOfPlay } from './end-of-play.ts'
import type { Row } from './row.ts'

const devices = 200
const everyMs = 5_000
const tick = 10_000_000
/** Per cent of one core. */
const mostShare = 5

/** Many people watching at once: what their reports cost, and whether each one's last place is kept. */
export const reports: Row = async ({ quick }) => {
  const library = await startLibrary(2, devices)
  try {
    return await withService(async (service) => {
      const account = await service.createUser({ sources: [library.source] })
      const first = await signInApp(service, account)
      await untilListed(service, first, devices * 2)
      const path = `/Items?userId=${first.userId}&recursive=true&includeItemTypes=Movie&limit=${devices}`
      const { Items } = JSON.parse((await service.get(path, first.headers)).body) as {
        Items: { Id: string }[]
      }
      const apps: App[] = []
      for (let device = 0; device < devices; device++) {
        apps.push(await signInApp(service, account, `device-${device}`))
      }
      const places = apps.map(() => 600 * tick)
      const report = (device: number, kind: string) =>
        service.post(
          `/Sessions/Playing${kind}`,
          { ItemId: Items[device]!.Id, PositionTicks: places[device]! },
          apps[device]!.headers,
        )
      for (const [device] of apps.entries()) await report(device, '')

      const healthz = () => service.get('/healthz')
      const playOn = async (ask: (device: number) => Promise<unknown>) => {
        const started = performance.now()
        await Promise.all(
          apps.map(async (_, device) => {
            const due = started + (device * everyMs) / devices
            await new Promise((resolve) => {
              setTimeout(resolve, Math.max(0, due - performance.now()))
            })
            await ask(device)
          }),
        )
      }
      const progress = (device: number) => {
        places[device]! += 5 * tick
        return report(device, '/Progress')
      }
      const shareOf = async (ask: (device: number) => Promise<unknown>) => {
        const { cpu: before } = await service.usage()
        const started = performance.now()
        await playOn(ask)
        const seconds = (performance.now() - started) / 1_000
        const { cpu: after } = await service.usage()
        return (after - before) / 1e4 / seconds
      }
      // What is loaded and compiled at the first reports is not what the others cost.
      await playOn(progress)
      const rounds = quick ? 2 : 6
      let share = 0
      let plain = 0
      // Both in each round: the machine may be slower for a while.
      for (let round = 0; round < rounds; round++) {
        share += (await shareOf(progress)) / rounds
        plain += (await shareOf(healthz)) / rounds
      }
      const { cpu: before } = await service.usage()
      const turns = quick ? 5 : 20
      for (let turn = 0; turn < turns; turn++) {
        await Promise.all(apps.map((_, device) => progress(device)))
      }
      const { cpu: after } = await service.usage()

      const stops: number[] = []
      for (const [device] of apps.entries()) stops.push((await report(device, '/Stopped')).ms)
      const ending = await endOfPlay(median(stops), quick ? 100 : 500)
      let lost = 0
      for (const [device, { Id }] of Items.entries()) {
        const { body } = await service.get(`/UserItems/${Id}/UserData`, first.headers)
        const { PlaybackPositionTicks } = JSON.parse(body)
        if (PlaybackPositionTicks !== places[device]) lost += 1
      }
      const work = `reports of ${devices} devices every ${everyMs / 1_000} s`
      return [
        {
          work: `${work}: share of one core`,
          measured: share,
          unit: '%',
          target: { most: mostShare },
        },
        {
          work: `${work}: more than as many GET /healthz`,
          measured: share - plain,
          unit: '%',
          target: { most: mostShare },
          note: `those ${plain.toFixed(2)} %`,
        },
        {
          work: 'a report among others: processor time',
          measured: (after - before) / (turns * devices),
          unit: 'µs',
          target: { most: mostShare * 1e4 * (everyMs / 1_000 / devices) },
        },
        { work: `${work}: last places lost`, measured: lost, unit: '', target: { most: 0 } },
        ending,
      ]
    })
  } finally {
    await library.stop()
  }
}
