import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { signInApp } from './media-client.ts'
import { startServiceProcess, temporaryFolder } from './service-process.ts'
import { childrenOf, heldUnder, sendFile } from './upload.ts'

export const megabyte = 2 ** 20
export const head = '{"format":"stream-aggregation-history","version":1,"users":[],"items":['
export const patience = { timeout: 20_000, interval: 20 }

/** A service with so many households, each of which is signed in and has an address of its own. */
export async function startHouseholds(count: number, dataDir = temporaryFolder()) {
  const service = await startServiceProcess({ DATA_DIR: dataDir })
  const households: { token: string; userId: string }[] = []
  for (let index = 0; index < count; index++) {
    const { token, userId } = await signInApp(service.url, await service.createUser())
    households.push({ token, userId })
  }
  const folder = join(dataDir, 'uploads')
  return {
    ...service,
    households,
    folder,
    send: (household: number, file: Parameters<typeof sendFile>[1], options = {}) =>
      sendFile(service.url, file, {
        token: households[household]!.token,
        from: `127.0.0.${household + 2}`,
        ...options,
      }),
    history: async (household: number) => {
      const headers = { 'x-emby-token': households[household]!.token }
      const { body } = await service.request('/Service/History?limit=500', { headers })
      return (body as unknown as { items: { itemKey: string }[] }).items
    },
    /** Bytes on disk of files that are on their way in or wait. */
    held: () => heldUnder(service.pid, folder),
    leftovers: () => readdirSync(folder),
  }
}

type Service = Awaited<ReturnType<typeof startHouseholds>>

/** One entry of an export. */
function entry(userId: string, number: number, more: object = {}): string {
  return JSON.stringify({
    userId,
    itemKey: `tt${1_000_000 + number}`,
    titleKey: `tt${1_000_000 + number}`,
    kind: 'movie',
    played: true,
    playCount: 1,
    positionMs: 0,
    durationMs: null,
    favorite: false,
    likes: null,
    lastPlayedAt: 1_600_000_000_000 + number,
    sortAt: 1_600_000_000_000 + number,
    origin: 'local',
    item: { Name: `Film ${number}`, Type: 'Movie' },
    about: { mediaType: 'movie', runtimeMs: 5_400_000, primary: null, backdrop: null },
    ...more,
  })
}

export function* exportOf(userId: string, count: number): Generator<string> {
  yield head
  for (let number = 0; number < count; number++) {
    yield (number === 0 ? '' : ',\n') + entry(userId, number)
  }
  yield ']}'
}

export async function expectUnharmed(service: Service): Promise<void> {
  expect((await service.request('/System/Info/Public')).status).toBe(200)
  await expect.poll(() => service.held(), patience).toBe(0)
  expect(service.leftovers()).toEqual([])
  expect(childrenOf(service.pid)).toEqual([])
  expect(await service.history(0)).toEqual([])
}
