import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { draw } from '../../support/picture-host.ts'
import { signInApp, startLibrary, untilListed } from '../library.ts'
import { median } from '../numbers.ts'
import { startService } from '../service.ts'
import type { Row } from './row.ts'

const atOnce = 200
const width = 600

/** Posters of 1000 by 1500 pixels from a host beside the service, as browsers ask for them. */
export const pictures: Row = async ({ quick }) => {
  const singly = quick ? 20 : 100
  const poster = await draw(1_000, 1_500).jpeg({ quality: 88 }).toBuffer()
  const host = createServer((_request, response) => void response.end(poster))
  await new Promise<void>((resolve) => void host.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const library = await startLibrary(1, atOnce + singly + 1, { pictures: address })
  const service = await startService()
  try {
    const app = await signInApp(service, await service.createUser({ sources: [library.source] }))
    await untilListed(service, app, atOnce + singly + 1)
    const list = await service.get('/Items?recursive=true&includeItemTypes=Movie', app.headers)
    const { Items: items } = JSON.parse(list.body) as { Items: { Id: string }[] }
    const accept = { accept: 'image/avif,image/webp,image/*' }
    const ask = async ({ Id }: { Id: string }) =>
      (await service.get(`/Items/${Id}/Images/Primary?fillWidth=${width}`, accept)).ms
    // The library for pictures is loaded with the first one.
    await ask(items.pop()!)
    const first: number[] = []
    const again: number[] = []
    const single = items.splice(0, singly)
    for (const item of single) first.push(await ask(item))
    for (let round = 0; round < 3; round += 1) {
      for (const item of single) again.push(await ask(item))
    }
    await service.usage()
    const started = performance.now()
    await Promise.all(items.slice(0, atOnce).map(ask))
    const seconds = (performance.now() - started) / 1_000
    const { loopMax, memory } = await service.usage()
    const work = `picture at ${width} px`
    return [
      { work: `${work}, first`, measured: median(first), unit: 'ms', target: { most: 60 } },
      { work: `${work}, from cache`, measured: median(again), unit: 'ms', target: { most: 2 } },
      {
        work: `${atOnce} first pictures at once: longest block of the event loop`,
        measured: loopMax,
        unit: 'ms',
        target: { most: 20 },
        note: `all in ${seconds.toFixed(1)} s, ${(memory / 1e6).toFixed(0)} MB resident`,
      },
    ]
  } finally {
    await service.stop()
    await library.stop()
    host.close()
  }
}
