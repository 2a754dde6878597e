import { describe, expect, it } from 'vitest'
import { createPreviewQueue } from '../../src/services/rules/preview-queue.ts'

const patient = new AbortController().signal

/** Work that ends when the test says so. */
function controlled() {
  const begun: string[] = []
  const ends = new Map<string, (result: string) => void>()
  const work = (name: string) => (signal: AbortSignal) => {
    begun.push(name)
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    ends.set(name, resolve)
    return promise
  }
  return { begun, work, end: (name: string) => ends.get(name)!(name) }
}

describe('work that pages repeat', () => {
  it('is ended by newer work of its configuration, and by nothing of another', async () => {
    const queue = createPreviewQueue({ slots: 2, most: 9 })
    const { begun, work, end } = controlled()
    const older = queue.run(1, work('older'), patient)
    const other = queue.run(2, work('other'), patient)
    await expect.poll(() => begun).toEqual(['older', 'other'])
    const newer = queue.run(1, work('newer'), patient)
    await expect(older).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    await expect.poll(() => begun).toEqual(['older', 'other', 'newer'])
    end('other')
    end('newer')
    expect(await Promise.all([other, newer])).toEqual(['other', 'newer'])
  })

  it('waits while all slots are taken, and is not begun if it is replaced meanwhile', async () => {
    const queue = createPreviewQueue({ slots: 1, most: 9 })
    const { begun, work, end } = controlled()
    const first = queue.run(1, work('first'), patient)
    const replaced = queue.run(2, work('replaced'), patient)
    const second = queue.run(2, work('second'), patient)
    await expect(replaced).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    expect(begun).toEqual(['first'])
    end('first')
    await first
    await expect.poll(() => begun).toEqual(['first', 'second'])
    end('second')
    expect(await second).toBe('second')
  })

  it('is not begun if it is replaced at once', async () => {
    const queue = createPreviewQueue({ slots: 2, most: 9 })
    const { begun, work, end } = controlled()
    const older = queue.run(1, work('older'), patient)
    const newer = queue.run(1, work('newer'), patient)
    await expect(older).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    await expect.poll(() => begun).toEqual(['newer'])
    end('newer')
    expect(await newer).toBe('newer')
  })

  it('is refused where too many wait, until one of them is done', async () => {
    const queue = createPreviewQueue({ slots: 1, most: 2 })
    const { begun, work, end } = controlled()
    const first = queue.run(1, work('first'), patient)
    const second = queue.run(2, work('second'), patient)
    await expect(queue.run(3, work('third'), patient)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
    await expect.poll(() => begun).toEqual(['first'])
    end('first')
    await first
    const third = queue.run(3, work('third'), patient)
    await expect.poll(() => begun).toEqual(['first', 'second'])
    end('second')
    await expect.poll(() => begun).toEqual(['first', 'second', 'third'])
    end('third')
    expect(await Promise.all([second, third])).toEqual(['second', 'third'])
  })

  it('ends when its caller leaves, and frees its slot', async () => {
    const queue = createPreviewQueue({ slots: 1, most: 1 })
    const leaving = new AbortController()
    const { begun, work } = controlled()
    const left = queue.run(1, work('left'), leaving.signal)
    await expect.poll(() => begun).toEqual(['left'])
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(await queue.run(2, async () => 'next', patient)).toBe('next')
  })
})
