import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { receivedPerSecond } from '../../../../src/services/history-files/spool.ts'
import { follow } from '../../../support/child.ts'
import { memoryOf } from '../../../support/upload.ts'
import { startHouseholds } from '../../../support/upload-households.ts'

type Service = Awaited<ReturnType<typeof startHouseholds>>

const script = fileURLToPath(new URL('../../../bench/input/hostile-uploads.ts', import.meta.url))
const senders = 8
const clients = 16

/** Eight people send hostile files while the work goes on, one after the other; the first of them has been read. */
async function underAttack<T>(
  { url, households }: Service,
  work: (untilAnswered: (count: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const tokens = households.map(({ token }) => token)
  const hostile = follow(spawn(process.execPath, [script, url, ...tokens]))
  const refusals = (lines: readonly string[]) =>
    lines.filter((line) => line.startsWith('answered 4')).length
  await hostile.linesUntil((lines) => refusals(lines) > 0)
  const before = refusals(hostile.lines)
  const found = await work((count) =>
    hostile.linesUntil((lines) => refusals(lines) >= before + count),
  )
  await hostile.kill()
  return found
}

/** Bytes, which are nearly all of the files that it receives. */
function written({ pid }: Service): number {
  return Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])
}

/** Seconds of processor time of the one thread that answers. */
function threadTime({ pid }: Service): number {
  const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e9
}

describe('Eight hostile files at once', { timeout: 180_000 }, () => {
  it('take 100 MB at most, and plain requests are answered meanwhile', async () => {
    const service = await startHouseholds(senders)
    const over = new AbortController()
    const statuses = new Set<number>()
    const ask = async () => {
      while (!over.signal.aborted)
        statuses.add((await service.request('/System/Info/Public')).status)
    }
    const asking = Array.from({ length: clients }, ask)
    // What the first work of any kind takes stays with the process.
    await underAttack(service, (untilAnswered) => untilAnswered(1))
    const before = memoryOf(service.pid)
    let most = before
    const watch = setInterval(() => (most = Math.max(most, memoryOf(service.pid))), 20)
    await underAttack(service, (untilAnswered) => untilAnswered(senders))
    clearInterval(watch)
    over.abort()
    await Promise.all(asking)
    expect([...statuses]).toEqual([200])
    expect(most - before).toBeLessThanOrEqual(100e6)
  })

  it('leave plain requests four fifths of the thread that answers, at the pace they are received in', async () => {
    const service = await startHouseholds(senders)
    const time = await underAttack(service, async (untilAnswered) => {
      const [before, bytes] = [threadTime(service), written(service)]
      await untilAnswered(senders)
      return (threadTime(service) - before) / (written(service) - bytes)
    })
    expect(time * receivedPerSecond).toBeLessThanOrEqual(0.2)
  })
})
