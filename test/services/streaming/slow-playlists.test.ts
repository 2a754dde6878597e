import { Readable } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { playlistType, readMs } from '../../../src/services/streaming/hls/playlist-answer.ts'
import { openJudged } from '../../../src/services/streaming/open-judged.ts'
import { createWaitBudget } from '../../../src/services/streaming/wait-budget.ts'
import { version } from '../../support/file-headers.ts'
import { libraryItem } from '../../support/library-item.ts'

const url = 'https://streams.example/film.m3u8'
const turn = () => new Promise(setImmediate)

it('A playlist that hangs is given up in the time for playlists, though its version has more', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const body = new Readable({ read() {} })
  body.push('#EXTM3U\n#EXT-X-TARGETDURATION:6\n')
  const { signal } = new AbortController()
  const failures: unknown[] = []
  openJudged(
    {
      open: async () => ({ status: 200, headers: { 'content-type': playlistType }, url, body }),
      fileHeaders: null,
      inHeaderTime: createWaitBudget(0),
    },
    { version: version(url), item: libraryItem(), ms: 2 * readMs, until: 3 * readMs },
    { method: 'GET', range: null, ifRange: null, directives: {}, signal },
  ).catch((error: unknown) => failures.push(error))
  await turn()
  vi.advanceTimersByTime(readMs - 1)
  await turn()
  expect(failures).toEqual([])
  vi.advanceTimersByTime(1)
  await turn()
  expect(failures).toMatchObject([{ kind: 'timeout' }])
})
