import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSpool } from '../../../src/services/history-files/spool.ts'

const bounds = {
  file: 1_000,
  own: 1_500,
  all: 2_500,
  stallMs: 60_000,
  leastPerSecond: 10,
  perSecond: 1e9,
}

function openSpool(more: Partial<typeof bounds> = {}, freeBytes = async () => 1e9) {
  const folder = mkdtempSync(join(tmpdir(), 'spool-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const spool = createSpool(folder, { ...bounds, ...more }, freeBytes)
  return { spool, leftovers: () => readdirSync(folder) }
}

async function* piecesOf(...sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield Buffer.alloc(size, 'x')
}

/** A file that waits until it is told to go. */
async function holdFile(
  spool: ReturnType<typeof createSpool>,
  configuration: number,
  bytes: number,
) {
  const go = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const upload = { file: piecesOf(bytes), declaredBytes: bytes }
  const done = spool.hold(configuration, upload, () => {
    begun.resolve()
    return go.promise
  })
  await Promise.race([begun.promise, done])
  return async () => {
    go.resolve()
    await done
  }
}

const tooMuch = { code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '60' } }

describe('Files that wait', () => {
  it('are whole, and have no name', async () => {
    const { spool, leftovers } = openSpool()
    const upload = { file: piecesOf(300, 400), declaredBytes: null }
    const text = await spool.hold(1, upload, async ({ file }) => {
      expect(leftovers()).toEqual([])
      const { buffer, bytesRead } = await file.read(Buffer.alloc(2_000), 0, 2_000, 0)
      return buffer.toString('utf8', 0, bytesRead)
    })
    expect(text).toBe('x'.repeat(700))
  })

  it('of one configuration leave room for those of others', async () => {
    const { spool } = openSpool()
    const release = await holdFile(spool, 1, 900)
    await expect(holdFile(spool, 1, 900)).rejects.toMatchObject(tooMuch)
    const others = await holdFile(spool, 2, 900)
    await release()
    await (
      await holdFile(spool, 1, 900)
    )()
    await others()
  })

  it('are bounded all together, whatever they declare', async () => {
    const { spool, leftovers } = openSpool()
    const releases = [await holdFile(spool, 1, 900), await holdFile(spool, 2, 900)]
    await expect(holdFile(spool, 3, 900)).rejects.toMatchObject(tooMuch)
    const undeclared = { file: piecesOf(400, 500), declaredBytes: null }
    await expect(spool.hold(3, undeclared, async () => {})).rejects.toMatchObject(tooMuch)
    for (const release of releases) await release()
    await (
      await holdFile(spool, 3, 900)
    )()
    expect(leftovers()).toEqual([])
  })

  it('leave half of the free space for what is read of them', async () => {
    let free = 1_600
    const { spool } = openSpool({}, async () => free)
    await expect(holdFile(spool, 1, 801)).rejects.toMatchObject(tooMuch)
    const release = await holdFile(spool, 1, 500)
    free -= 500
    await expect(holdFile(spool, 2, 301)).rejects.toMatchObject(tooMuch)
    await (
      await holdFile(spool, 2, 300)
    )()
    await release()
  })
})

describe('A file', () => {
  it('that is longer than it may be is refused, declared or not', async () => {
    const { spool, leftovers } = openSpool()
    const refusal = { code: 'PAYLOAD_TOO_LARGE' }
    await expect(holdFile(spool, 1, 1_001)).rejects.toMatchObject(refusal)
    const undeclared = { file: piecesOf(600, 600), declaredBytes: null }
    await expect(spool.hold(1, undeclared, async () => {})).rejects.toMatchObject(refusal)
    expect(leftovers()).toEqual([])
  })

  it('that stops coming is given up', async () => {
    const { spool } = openSpool({ stallMs: 50 })
    async function* stalling(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(10)
      await new Promise(() => {})
    }
    const upload = { file: stalling(), declaredBytes: 20 }
    await expect(spool.hold(1, upload, async () => {})).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  describe('whose client is slow', () => {
    /** Ninety pieces, one a second. */
    function receive(bytes: number): Promise<string> {
      vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      async function* everySecond(): AsyncGenerator<Uint8Array> {
        for (let second = 0; second < 90; second++) {
          vi.advanceTimersByTime(1_000)
          yield Buffer.alloc(bytes)
        }
      }
      const upload = { file: everySecond(), declaredBytes: null }
      return openSpool().spool.hold(1, upload, async () => 'whole')
    }

    it('is given up where it comes byte by byte', async () => {
      await expect(receive(1)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    })

    it('is received where it comes steadily', async () => {
      expect(await receive(bounds.leastPerSecond)).toBe('whole')
    })
  })

  it('comes in no faster than the pace of all', async () => {
    const { spool } = openSpool({ perSecond: 5_000 })
    const began = performance.now()
    const upload = { file: piecesOf(250, 250, 250, 250), declaredBytes: null }
    await spool.hold(1, upload, async () => {})
    expect(performance.now() - began).toBeGreaterThan(150)
  })
})
