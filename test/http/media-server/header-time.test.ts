import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { itemId, startRoutes } from '../../support/byte-routes.ts'
import { like, page } from '../../support/dead-links.ts'
import { fileLasting, startMediaServer } from '../../support/media-files.ts'

/** Moves only while a server keeps a player waiting. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const minutes = (count: number) => fileLasting(count * 60_000)

/** Files of a film of 90 minutes, each on a server of its own that sends a header after so many milliseconds. */
async function start(
  files: Record<string, { minutes: number; afterMs: number }>,
  headersMs: number,
  lookUpMs?: number,
) {
  const asked: string[] = []
  const results = Object.entries(files).map(async ([name, file]) => {
    const server = await startMediaServer(minutes(file.minutes), {
      instead(request, response) {
        if (request.method === 'HEAD') {
          const length = { 'content-type': 'video/x-matroska', 'content-length': 60 * 2 ** 20 }
          return Boolean(response.writeHead(200, length).end())
        }
        if (request.url!.endsWith('late')) return false
        asked.push(name)
        if (file.afterMs === 0) return false
        const again = () => response.writeHead(302, { location: `${request.url!}late` }).end()
        vi.advanceTimersByTimeAsync(file.afterMs).then(again, again)
        return true
      },
    })
    return like(`${server.url}/${name}`, { filename: `Film.${name}.mkv` })
  })
  const setting = {
    results: await Promise.all(results),
    readsHeaders: true,
    headersMs,
    ...(lookUpMs && { lookUpMs }),
  }
  const routes = await startRoutes(setting)
  const answer = (headers: object, method: string) =>
    routes.get(`/Videos/${itemId}/stream`, { ...headers }, method)
  return { asked, dead: routes.dead, answer }
}

const clip = (afterMs: number) => ({ minutes: 2, afterMs })
const film = { minutes: 90, afterMs: 0 }
const never = 60_000

/** A version is dead where it is too short twice: 800 ms for each. */
const slowly = { a: clip(400), b: clip(400), c: film }

describe('The time in which a player waits for headers', () => {
  it('is one for all versions: players are sent to the first that is not known to be dead', async () => {
    const { answer, asked, dead } = await start(slowly, 1_500)
    expect((await answer({}, 'GET')).headers.location).toMatch(/\/b$/)
    expect(asked).not.toContain('c')
    expect(dead).toEqual(['links alpha invalid'])
  })

  it('is one for all versions that are carried', async () => {
    const { answer, asked, dead } = await start(slowly, 1_500)
    expect((await answer(page, 'HEAD')).status).toBe(200)
    expect(asked).toContain('b')
    expect(asked).not.toContain('c')
    expect(dead).toEqual(['links alpha invalid'])
  })

  it('is not begun anew where servers say nothing', async () => {
    const stalling = { minutes: 90, afterMs: never }
    const files = { a: clip(0), b: stalling, c: stalling, d: film }
    const { answer, asked, dead } = await start(files, 2_000)
    const { headers } = await answer({}, 'GET')
    expect(headers.location).toMatch(/\/b$/)
    expect(asked).toEqual(['a', 'a', 'b'])
    expect(dead).toEqual(['links alpha invalid'])
  })

  it('does not cut the search for another version where none is kept', async () => {
    const { answer, dead } = await start({ a: clip(0), c: film }, 3_000, 3_500)
    const answered = vi.fn<() => void>()
    const answering = answer({}, 'GET').finally(answered)
    await expect.poll(() => dead).toEqual(['links alpha invalid'])
    while (answered.mock.calls.length === 0) {
      await vi.advanceTimersByTimeAsync(100)
      await setImmediate()
    }
    expect((await answering).headers.location).toMatch(/\/c$/)
  })

  it('leaves time for the second version where the first is soon found dead', async () => {
    const { answer, asked, dead } = await start({ a: clip(400), c: film }, 1_000)
    expect((await answer({}, 'GET')).headers.location).toMatch(/\/c$/)
    expect(asked).toEqual(['a', 'a', 'c'])
    expect(dead).toEqual(['links alpha invalid'])
  })
})
