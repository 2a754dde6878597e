import { describe, expect, it } from 'vitest'
import { memoryOf, repeated } from '../../../support/upload.ts'
import {
  megabyte,
  head,
  startHouseholds,
  exportOf,
  expectUnharmed,
} from '../../../support/upload-households.ts'

/** The most memory above what is held now that the service and its children take while the work goes on, in bytes. */
async function growthDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = memoryOf(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20)
  await work().finally(() => clearInterval(watch))
  return most - before
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
