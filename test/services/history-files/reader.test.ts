import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { FileMessage } from '../../../src/services/history-files/reading/messages.ts'
import { readApart } from '../../../src/services/history-files/reading/reader.ts'
import { dialects } from '../../support/dialects.ts'
import { olga, openPlayFiles, profileOf, userOf } from '../../support/play-files.ts'

const minuteMs = 60_000
const ample = { workMs: 5 * minuteMs, silenceMs: minuteMs, longestMs: 30 * minuteMs }

const film = (number: number) => ({
  watched_at: '2020-05-02T20:00:00.000Z',
  movie: { title: 'Film', ids: { imdb: `tt${1_000_000 + number}` } },
})
const numbered = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ number, plays: 1 }))

async function holdText(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'reader-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [path, aside] = [join(folder, 'file'), await open(join(folder, 'aside'), 'wx+')]
  await writeFile(path, text)
  const file = await open(path)
  onTestFinished(() => Promise.all([file.close(), aside.close()]).then(() => {}))
  return { file, aside }
}

async function read(
  text: string,
  limits = ample,
  onMessage: (message: FileMessage) => void = () => {},
  { signal } = new AbortController(),
): Promise<FileMessage['kind'][]> {
  const kinds: FileMessage['kind'][] = []
  for await (const message of readApart(await holdText(text), signal, limits)) {
    kinds.push(message.kind)
    onMessage(message)
  }
  return kinds
}

/** Of a title that the second share of a file holds, and the film 0 the first. */
const crowdedId = 'tt2000662'

describe('A file', () => {
  const text = JSON.stringify(numbered(600).map(({ number }) => film(number)))

  it('is read within its limits', async () => {
    expect(await read(text)).toEqual([
      'users',
      'foreignPlays',
      'foreignPlays',
      'foreign',
      'foreign',
      'end',
    ])
  })

  it.each([
    { limit: 'takes too much work', limits: { workMs: 0 } },
    { limit: 'is read in silence for too long', limits: { silenceMs: 1 } },
    { limit: 'is read for too long', limits: { longestMs: 0 } },
  ])('that $limit is refused, and nothing of it is handed on', async ({ limits }) => {
    const handedOn: FileMessage[] = []
    await expect(
      read(text, { ...ample, ...limits }, (message) => handedOn.push(message)),
    ).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE', reason: { code: 'FILE_TAKES_TIME' } })
    expect(handedOn).toEqual([])
  })

  it('may be written for longer than it may be read', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const kinds = await read(text, ample, () => vi.advanceTimersByTime(ample.longestMs))
    expect(kinds.at(-1)).toBe('end')
  })

  it('is written no further once the service stops', async () => {
    const stopped = new AbortController()
    const handedOn: FileMessage['kind'][] = []
    const stopAfter = ({ kind }: FileMessage): void => {
      handedOn.push(kind)
      if (kind === 'foreign') stopped.abort()
    }
    await expect(read(text, ample, stopAfter, stopped)).rejects.toMatchObject({
      reason: { code: 'FILE_INTERRUPTED' },
    })
    expect(handedOn).toEqual(['users', 'foreignPlays', 'foreignPlays', 'foreign'])
  })
})

describe.each(dialects)('A file of another service, on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)(
    'is not imported in part where one of its titles has too many episodes',
    { timeout: 60_000 },
    async () => {
      const db = await openMigrated()
      const files = await openPlayFiles(db)
      const rows = [1, 2, 3].map((number) => ({
        show: { title: 'Show', ids: { imdb: crowdedId } },
        seasons: [{ number, episodes: numbered(27_000) }],
      }))
      const user = userOf(1, [profileOf(olga, { isOwner: true })])
      await expect(files.read(user, [...rows, film(0)])).rejects.toMatchObject({
        message: 'A title of this file has too many episodes.',
      })
      expect(await files.plays()).toEqual([])
      expect(await db('history').select()).toEqual([])
    },
  )
})
