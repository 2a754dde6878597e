import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signInApp, startLibrary, untilListed } from '../library.ts'
import { median } from '../numbers.ts'
import { startService } from '../service.ts'
import type { Row } from './row.ts'

const titles = 50

/** Where intros are, as a player asks when it starts an episode that somebody has played before. */
export const segments: Row = async ({ quick }) => {
  const known = createServer((_request, response) => {
    response.end('{"intro":{"start_ms":30000,"end_ms":90000,"confidence":0.9}}')
  })
  await new Promise<void>((resolve) => void known.listen(0, '127.0.0.1', resolve))
  const introdb = `http://127.0.0.1:${(known.address() as AddressInfo).port}`
  const library = await startLibrary(2, titles)
  const service = await startService(undefined, {
    SKIP_SOURCES: JSON.stringify({ aniskip: null, theintrodb: null, introdb }),
  })
  try {
    const app = await signInApp(service, await service.createUser({ sources: [library.source] }))
    await untilListed(service, app, 2 * titles)
    const items = async (path: string) =>
      JSON.parse((await service.get(path, app.headers)).body).Items as { Id: string }[]
    const [series] = await items('/Items?recursive=true&includeItemTypes=Series&limit=1')
    const [episode] = await items(`/Shows/${series!.Id}/Episodes?limit=1`)
    const path = `/MediaSegments/${episode!.Id}`
    if ((await items(path)).length !== 1) throw new Error('the segments of an episode are missing')
    const times: number[] = []
    for (let round = 0; round < (quick ? 50 : 300); round++) {
      times.push((await service.get(path, app.headers)).ms)
    }
    return [
      {
        work: 'media segments from cache',
        measured: median(times),
        unit: 'ms',
        target: { most: 3 },
      },
    ]
  } finally {
    await service.stop()
    await library.stop()
    known.close()
  }
}
