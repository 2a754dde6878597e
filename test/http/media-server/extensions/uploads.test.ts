import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setInterval as ticks } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { signInApp } from '../../../support/media-client.ts'
import { startServiceProcess, temporaryFolder } from '../../../support/service-process.ts'
import { Readable } from 'node:stream'
import { childrenOf, heldUnder, memoryOf, repeated, sendFile } from '../../../support/upload.ts'
import type { UploadAnswer } from '../../../support/upload.ts'

const megabyte = 2 ** 20
const head = '{"format":"stream-aggregation-history","version":1,"users":[],"items":['
const patience = { timeout: 20_000, interval: 20 }

/** A service with so many households, each of which is signed in. */
async function startHouseholds(count: number, dataDir = temporaryFolder()) {
  const service = await startServiceProcess({
    DATA_DIR: dataDir,
    // As `npm start` keeps compiled code.
    NODE_COMPILE_CACHE: join(tmpdir(), 'service-test-cache'),
  })
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
      sendFile(service.url, file, { token: households[household]!.token, ...options }),
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

/** The most memory above what is held now that the service and its children take while the work goes on, in bytes. */
async function growthDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = memoryOf(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20)
  await work().finally(() => clearInterval(watch))
  return most - before
}

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

function* exportOf(userId: string, count: number): Generator<string> {
  yield head
  for (let number = 0; number < count; number++) {
    yield (number === 0 ? '' : ',\n') + entry(userId, number)
  }
  yield ']}'
}

/** A file that never ends, of which something comes again and again. */
async function* slowFile(everyMs = 100): AsyncGenerator<string> {
  yield head
  yield* ticks(everyMs, ' ')
}

/** Uploads that go on until the service ends them, or ends itself. */
function begin(uploads: readonly Promise<UploadAnswer>[]): void {
  for (const upload of uploads) upload.catch(() => {})
}

async function expectUnharmed(service: Service): Promise<void> {
  expect((await service.request('/System/Info/Public')).status).toBe(200)
  await vi.waitFor(() => expect(service.held()).toBe(0), patience)
  expect(service.leftovers()).toEqual([])
  expect(childrenOf(service.pid)).toEqual([])
  expect(await service.history(0)).toEqual([])
}

const attacks: readonly [string, number, number, () => Iterable<string | Uint8Array>][] = [
  ['40 MB of nothing', 1, 413, () => repeated('{},', 40 * megabyte, '[', '{}]')],
  ['three of 50 MB of empty lists', 3, 413, () => repeated('[],', 50 * megabyte, '[', '[]]')],
  ['four exports of nothing', 4, 413, () => repeated('{},', 15 * megabyte, head, '{}]}')],
  ['lists in lists', 1, 413, () => repeated('[', 30 * megabyte)],
  ['objects in objects of an export', 1, 413, () => repeated('{"a":', 30 * megabyte, head)],
  ['one text', 1, 413, () => repeated('x', 60 * megabyte, '[{"title":"', '"}]')],
  ['one text in an export', 1, 413, () => repeated('x', 60 * megabyte, `${head}{"a":"`, '"}]}')],
  ['one name of a list', 1, 413, () => repeated('x', 60 * megabyte, '{"', '":[]}')],
  ['one entry without end', 1, 413, () => repeated('{"a":1},', 40 * megabyte, '[{"show":[')],
  ['one number', 1, 413, () => repeated('1', 40 * megabyte, '[')],
  ['blanks in an export', 1, 413, () => repeated(' ', 60 * megabyte, head, ']}')],
  ['a table of a row over and over', 1, 413, () => repeated('a,b\n', 20 * megabyte, tableHead)],
  ['a table of line ends', 1, 413, () => repeated('\n', 20 * megabyte, tableHead)],
  [
    'a table of anime without end',
    1,
    413,
    () => repeated('1,mal,anime,Long,Completed,10000\n', 20_000, tableHead),
  ],
  ['a table of a row without end', 1, 400, () => repeated('media_id,', 60 * megabyte)],
  [
    'a file of another service that is too long',
    1,
    413,
    () => repeated(`${JSON.stringify({ watched_at: 1, movie: { ids: {} } })},`, 65 * megabyte, '['),
  ],
]
const tableHead = 'media_id,source,media_type,title,status,progress\n'

describe('A file that is made to do harm', () => {
  it.each(attacks)(
    'is refused, and harms nobody: %s',
    { timeout: 120_000 },
    async (_name, count, status, file) => {
      const service = await startHouseholds(count)
      // What the first work of any kind takes stays with the process.
      await service.send(0, repeated('[],', 50 * megabyte, '[', '[]]'))
      const growth = await growthDuring(service.pid, async () => {
        const uploads = Array.from({ length: count }, (_, index) => service.send(index, file()))
        for (const answer of await Promise.all(uploads)) {
          expect(answer).toMatchObject({
            status,
            body: { detail: expect.stringMatching(/\w+ \w+ \w+/) },
          })
        }
      })
      expect(growth).toBeLessThan(100e6)
      await expectUnharmed(service)
    },
  )

  it('is refused through GraphQL too', { timeout: 60_000 }, async () => {
    const service = await startHouseholds(1)
    const { errors } = await service.graphql(
      'mutation ($file: String!) { importHistory(file: $file) { added } }',
      {
        headers: { authorization: `MediaBrowser Token="${service.households[0]!.token}"` },
        variables: { file: `[${'{},'.repeat(100_000)}{}]` },
      },
    )
    expect(errors?.[0]?.extensions?.code).toBe('PAYLOAD_TOO_LARGE')
    await expectUnharmed(service)
  })

  it('keeps nobody from importing', { timeout: 120_000 }, async () => {
    const service = await startHouseholds(4)
    const hostile = [0, 0, 1, 1, 2, 2].map((household) =>
      service.send(household, repeated('[],', 50 * megabyte, '[', '[]]')),
    )
    const { userId } = service.households[3]!
    const { body } = await service.send(3, exportOf(userId, 700))
    expect(body).toMatchObject({ format: 'service', added: 700, skipped: [] })
    for (const { status } of await Promise.all(hostile)) expect([413, 429]).toContain(status)
  })
})

describe('A file that is cut off at its end', () => {
  it('leaves no entry behind', { timeout: 60_000 }, async () => {
    const service = await startHouseholds(1)
    const whole = [...exportOf(service.households[0]!.userId, 3_000)]
    expect(await service.send(0, whole.slice(0, -1))).toMatchObject({
      status: 400,
      body: { title: 'BAD_REQUEST' },
    })
    await expectUnharmed(service)
    expect((await service.send(0, whole)).body).toMatchObject({ added: 3_000 })
  })
})

describe('A file that is declared longer than 2 GiB', () => {
  it('is refused before anything of it is read', async () => {
    const service = await startHouseholds(1)
    const headers = { 'content-length': 2 ** 31 + 1 }
    const answer = await service.send(0, slowFile(), { headers })
    expect(answer.status).toBe(413)
    expect(answer.body.detail).toContain('larger than 2147483648 bytes')
    expect(service.held()).toBe(0)
  })

  it('takes up no room for what does not come', { timeout: 60_000 }, async () => {
    const service = await startHouseholds(6)
    const declared = { headers: { 'content-length': 1_900_000_000 } }
    begin(
      service.households.flatMap((_, index) => [
        service.send(index, slowFile(), declared),
        service.send(index, slowFile(), declared),
      ]),
    )
    await vi.waitFor(() => expect(service.held()).toBeGreaterThan(12 * head.length), patience)
    expect(service.held()).toBeLessThan(megabyte)
    expect((await service.request('/System/Info/Public')).status).toBe(200)
  })
})

describe('A slow upload', () => {
  it(
    'holds up nobody else, and is forgotten when its client leaves',
    { timeout: 60_000 },
    async () => {
      const service = await startHouseholds(2)
      const leaving = new AbortController()
      const slow = fetch(`${service.url}/Service/History/Import`, {
        method: 'POST',
        headers: { 'x-emby-token': service.households[0]!.token },
        body: Readable.toWeb(Readable.from(slowFile(), { objectMode: false })),
        duplex: 'half',
        signal: leaving.signal,
      } as RequestInit)
      begin([slow as never])
      await vi.waitFor(() => expect(service.held()).toBeGreaterThan(head.length), patience)
      const { userId } = service.households[1]!
      expect((await service.send(1, exportOf(userId, 10))).body).toMatchObject({ added: 10 })
      leaving.abort()
      await expectUnharmed(service)
      expect(service.lines.join('\n')).not.toContain('unexpected failure')
    },
  )
})

describe('Where more files come than are taken', () => {
  it('a configuration has two at once, others find a place', { timeout: 60_000 }, async () => {
    const service = await startHouseholds(2)
    begin([service.send(0, slowFile()), service.send(0, slowFile())])
    await vi.waitFor(() => expect(service.held()).toBeGreaterThan(2 * head.length), patience)
    const refused = await service.send(0, exportOf('', 1))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.body.detail).toContain('already')
    const progress = { headers: { accept: 'application/x-ndjson' } }
    expect((await service.send(0, exportOf('', 1), progress)).status).toBe(429)
    const { userId } = service.households[1]!
    expect((await service.send(1, exportOf(userId, 5))).body).toMatchObject({ added: 5 })
  })

  it('sixteen are taken of all', { timeout: 60_000 }, async () => {
    const service = await startHouseholds(17)
    begin(Array.from({ length: 16 }, (_, index) => service.send(index, slowFile())))
    await vi.waitFor(() => expect(service.held()).toBeGreaterThan(16 * head.length), patience)
    const refused = await service.send(16, exportOf('', 1))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('Progress', () => {
  it('is told line by line, and a dry run changes nothing', { timeout: 60_000 }, async () => {
    const service = await startHouseholds(1)
    const { userId } = service.households[0]!
    const headers = { accept: 'application/x-ndjson' }
    const { status, text } = await service.send(0, exportOf(userId, 1_200), {
      headers,
      query: '?dryRun=true',
    })
    expect(status).toBe(200)
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { entries?: number })
    expect(lines.slice(0, -1).map(({ entries }) => entries)).toEqual([500, 1_000, 1_200])
    expect(lines.at(-1)).toMatchObject({ added: 1_200 })
    expect(await service.history(0)).toEqual([])
  })
})

describe('kill -9', () => {
  it('of the process that reads fails that upload alone', { timeout: 60_000 }, async () => {
    const service = await startHouseholds(1)
    const { userId } = service.households[0]!
    const upload = service.send(0, exportOf(userId, 100_000))
    await vi.waitFor(() => expect(childrenOf(service.pid)).toHaveLength(1), patience)
    process.kill(childrenOf(service.pid)[0]!, 'SIGKILL')
    const answer = await upload
    expect(answer.status).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.body.detail).toContain('send it again')
    await expectUnharmed(service)
    expect((await service.send(0, exportOf(userId, 20))).body).toMatchObject({ added: 20 })
  })

  it('of the service leaves nothing behind', { timeout: 60_000 }, async () => {
    const dataDir = temporaryFolder()
    const first = await startHouseholds(2, dataDir)
    const { userId } = first.households[0]!
    begin([first.send(0, exportOf(userId, 200_000)), first.send(1, slowFile())])
    await vi.waitFor(() => expect(childrenOf(first.pid)).toHaveLength(1), patience)
    const [reader] = childrenOf(first.pid)
    expect(first.held()).toBeGreaterThan(10 * megabyte)
    await first.kill()
    expect(first.leftovers()).toEqual([])
    await vi.waitFor(() => expect(() => process.kill(reader!, 0)).toThrow('ESRCH'), patience)
  })

  it('in the moment before a file loses its name: the next start removes it', async () => {
    const dataDir = temporaryFolder()
    const folder = join(dataDir, 'uploads')
    mkdirSync(folder)
    writeFileSync(join(folder, 'left-over'), 'half a file')
    await startServiceProcess({ DATA_DIR: dataDir })
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), patience)
  })
})
