import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setInterval as ticks } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startServiceProcess, temporaryFolder } from '../../../support/service-process.ts'
import { Readable } from 'node:stream'
import { childrenOf } from '../../../support/upload.ts'
import type { UploadAnswer } from '../../../support/upload.ts'
import {
  megabyte,
  head,
  patience,
  startHouseholds,
  exportOf,
  expectUnharmed,
} from '../../../support/upload-households.ts'

/** A file that never ends, of which something comes again and again. */
async function* slowFile(everyMs = 100): AsyncGenerator<string> {
  yield head
  yield* ticks(everyMs, ' ')
}

/** Uploads that go on until the service ends them, or ends itself. */
function begin(uploads: readonly Promise<UploadAnswer>[]): void {
  for (const upload of uploads) upload.catch(() => {})
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

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
    await expect.poll(() => service.held(), patience).toBeGreaterThan(12 * head.length)
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
      await expect.poll(() => service.held(), patience).toBeGreaterThan(head.length)
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
    await expect.poll(() => service.held(), patience).toBeGreaterThan(2 * head.length)
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
    await expect.poll(() => service.held(), patience).toBeGreaterThan(16 * head.length)
    const refused = await service.send(16, exportOf('', 1))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('kill -9', () => {
  it('of the process that reads fails that upload alone', { timeout: 60_000 }, async () => {
    const service = await startHouseholds(1)
    const { userId } = service.households[0]!
    const upload = service.send(0, exportOf(userId, 100_000))
    await expect.poll(() => childrenOf(service.pid), patience).toHaveLength(1)
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
    await expect.poll(() => childrenOf(first.pid), patience).toHaveLength(1)
    const [reader] = childrenOf(first.pid)
    expect(first.held()).toBeGreaterThan(10 * megabyte)
    await first.kill()
    expect(first.leftovers()).toEqual([])
    await expect.poll(() => isAlive(reader!), patience).toBe(false)
  })

  it('in the moment before a file loses its name: the next start removes it', async () => {
    const dataDir = temporaryFolder()
    const folder = join(dataDir, 'uploads')
    mkdirSync(folder)
    writeFileSync(join(folder, 'left-over'), 'half a file')
    await startServiceProcess({ DATA_DIR: dataDir })
    await expect.poll(() => readdirSync(folder), patience).toEqual([])
  })
})
