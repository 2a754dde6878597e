import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { follow } from '../../../support/child.ts'
import { temporaryFolder } from '../../../support/service-process.ts'
import { memoryOf } from '../../../support/upload.ts'
import { startHouseholds } from '../../../support/upload-households.ts'

type Receiver = { readonly url: string; readonly pid: number }

const hostileScript = new URL('../../../bench/input/hostile-uploads.ts', import.meta.url)
const plainScript = new URL('../../../bench/input/plain-receiver.ts', import.meta.url)
const senders = 8
const clients = 16

/** Eight people send hostile files while the work goes on, one after the other; the first of them has been read. */
async function underAttack<T>(
  url: string,
  tokens: readonly string[],
  work: (untilAnswered: (count: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const hostile = follow(spawn(process.execPath, [fileURLToPath(hostileScript), url, ...tokens]))
  const refusals = (lines: readonly string[]) =>
    lines.filter((line) => line.startsWith('answered 4')).length
  try {
    await hostile.linesUntil((lines) => refusals(lines) > 0)
    const before = refusals(hostile.lines)
    return await work((count) => hostile.linesUntil((lines) => refusals(lines) >= before + count))
  } finally {
    await hostile.kill()
  }
}

/** Bytes, which are nearly all of the files that it receives. */
function written({ pid }: Receiver): number {
  return Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])
}

/** Seconds of processor time of the one thread that answers. */
function threadTime({ pid }: Receiver): number {
  const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e9
}

/** Seconds of the thread that answers for each byte of eight files. */
function timePerByte(receiver: Receiver, tokens: readonly string[]): Promise<number> {
  return underAttack(receiver.url, tokens, async (untilAnswered) => {
    const [before, bytes] = [threadTime(receiver), written(receiver)]
    await untilAnswered(senders)
    return (threadTime(receiver) - before) / (written(receiver) - bytes)
  })
}

/** Receives files and does nothing else. */
async function startPlain(): Promise<Receiver> {
  const child = spawn(process.execPath, [fileURLToPath(plainScript), temporaryFolder()])
  const plain = follow(child)
  await plain.linesUntil(({ length }) => length > 0)
  return { url: plain.lines[0]!, pid: child.pid! }
}

describe('Eight hostile files at once', { timeout: 180_000 }, () => {
  it('take 100 MB at most, and plain requests are answered meanwhile', async () => {
    const service = await startHouseholds(senders)
    const tokens = service.households.map(({ token }) => token)
    const over = new AbortController()
    const statuses = new Set<number>()
    const ask = async () => {
      while (!over.signal.aborted)
        statuses.add((await service.request('/System/Info/Public')).status)
    }
    const asking = Array.from({ length: clients }, ask)
    // What the first work of any kind takes stays with the process.
    await underAttack(service.url, tokens, (untilAnswered) => untilAnswered(1))
    const before = memoryOf(service.pid)
    let most = before
    const watch = setInterval(() => (most = Math.max(most, memoryOf(service.pid))), 20)
    await underAttack(service.url, tokens, (untilAnswered) => untilAnswered(senders)).finally(
      () => {
        clearInterval(watch)
        over.abort()
      },
    )
    await Promise.all(asking)
    expect([...statuses]).toEqual([200])
    expect(most - before).toBeLessThanOrEqual(100e6)
  })

  it('cost the thread that answers no more than twice what receiving the same files plainly does', async () => {
    const service = await startHouseholds(senders)
    const tokens = service.households.map(({ token }) => token)
    const plain = await timePerByte(await startPlain(), tokens)
    const own = await timePerByte(service, tokens)
    expect(own / plain).toBeLessThanOrEqual(2)
  })
})
