import { get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { filmBytes, signInApp, startLibrary, untilListed } from '../library.ts'
import { withService } from '../service.ts'
import type { Row } from './row.ts'

/** Fetches without keeping anything; milliseconds. Throws where it is not the whole film. */
function fetchAll(address: string): Promise<number> {
  const started = performance.now()
  // What a page's player sends, and what makes the service carry the bytes itself.
  const headers = { origin: 'https://player.example', 'sec-fetch-mode': 'cors' }
  return new Promise((resolve, reject) => {
    get(address, { headers }, (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
      })
      response.on('error', reject)
      response.on('end', () => {
        if (bytes === filmBytes) resolve(performance.now() - started)
        else reject(new Error(`${bytes} bytes came with status ${response.statusCode}`))
      })
    }).on('error', reject)
  })
}

/** What carrying a film through costs, against fetching it where it lies. */
export const proxy: Row = async ({ quick }) => {
  const library = await startLibrary(1, 10)
  try {
    return await withService(async (service) => {
      const app = await signInApp(service, await service.createUser({ sources: [library.source] }))
      await untilListed(service, app, 10)
      const list = `/Items?userId=${app.userId}&recursive=true&includeItemTypes=Movie&limit=1`
      const { Items } = JSON.parse((await service.get(list, app.headers)).body)
      const stream = `${service.url}/Videos/${Items[0].Id}/stream.mp4?static=true`
      const direct: number[] = []
      const carried: number[] = []
      let most = 0
      const { memory } = await service.usage()
      for (let round = 0; round < (quick ? 1 : 3); round++) {
        direct.push(await fetchAll(`${library.url}/film/${filmBytes}`))
        const fetching = fetchAll(stream)
        const ended = fetching.then(
          () => true,
          () => true,
        )
        // Each look is waited for: the service may only be stopped when none is under way.
        while (!(await Promise.race([ended, setTimeout(200, false)]))) {
          most = Math.max(most, (await service.usage()).memory)
        }
        carried.push(await fetching)
      }
      const [fastest, fastestCarried] = [Math.min(...direct), Math.min(...carried)]
      return [
        {
          work: 'a film of 1 GiB carried through: speed against fetching it directly',
          measured: fastest / fastestCarried,
          unit: '×',
          target: { least: 0.5 },
          note: `${(filmBytes / 1e3 / fastestCarried).toFixed(0)} MB/s`,
        },
        {
          work: 'a film of 1 GiB carried through: memory while it runs',
          measured: Math.max(0, most - memory) / 1e6,
          unit: 'MB more',
          target: { most: 40 },
          isSteady: true,
        },
      ]
    })
  } finally {
    await library.stop()
  }
}
