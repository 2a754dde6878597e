import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Cache } from '../../src/cache/cache.ts'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { createScheduler } from '../../src/core/scheduler.ts'
import { createAnswerCache } from '../../src/sources/answer-cache.ts'

const minute = { freshMs: 60_000, revalidateMs: 0, errorMs: 0 }
const textOf = async (answers: ReturnType<typeof createAnswerCache>) =>
  (await answers.get('films'))?.body.toString() ?? null

/** A cache whose writes end when they are told to. */
function slowCache(): Cache & { readonly finish: (() => Promise<void>)[] } {
  const memory = createMemoryCache({ maxBytes: 1e6 })
  const finish: (() => Promise<void>)[] = []
  return {
    ...memory,
    finish,
    set: (key, value, ttlMs) =>
      new Promise((resolve) => {
        finish.push(() => memory.set(key, value, ttlMs).then(resolve))
      }),
  }
}

describe('the cache of answers', () => {
  it('answers from the moment that an answer arrives, however long storing it takes', async () => {
    const cache = slowCache()
    const answers = createAnswerCache(cache, () => 1_000)
    const kept = answers.keep('films', Buffer.from('first'), minute)
    expect(await textOf(answers)).toBe('first')
    expect((await answers.get('films'))?.freshUntil).toBe(61_000)
    await expect.poll(() => cache.finish.length).toBe(1)
    await cache.finish[0]!()
    await kept
    expect(await textOf(answers)).toBe('first')
    expect((await answers.get('films'))?.freshUntil).toBe(61_000)
  })

  it('passes a small answer on for storing in the turn in which it arrives', async () => {
    const cache = slowCache()
    const answers = createAnswerCache(cache, () => 1_000)
    answers.keep('films', Buffer.from('first'), minute).catch(() => {})
    await setImmediate()
    expect(cache.finish).toHaveLength(1)
    await cache.finish[0]!()
    expect(await textOf(answers)).toBe('first')
  })

  it('compresses behind whatever else comes in, where it may, and at once when it ends', async () => {
    const cache = slowCache()
    const answers = createAnswerCache(cache, () => 1_000, createScheduler(), 60_000)
    for (const name of ['films', 'series'])
      answers.keep(name, Buffer.from(name), minute).catch(() => {})
    expect(await textOf(answers)).toBe('films')
    for (let turn = 0; turn < 3; turn += 1) await setImmediate()
    expect(cache.finish).toHaveLength(0)
    const ended = answers.settled()
    await expect.poll(() => cache.finish.length).toBe(2)
    await Promise.all(cache.finish.map((finish) => finish()))
    await ended
    expect(await textOf(answers)).toBe('films')
  })

  it('compresses a while after an answer came', async () => {
    const cache = slowCache()
    const answers = createAnswerCache(cache, () => 1_000, createScheduler())
    answers.keep('films', Buffer.from('first'), minute).catch(() => {})
    await expect.poll(() => cache.finish.length).toBe(1)
    await cache.finish[0]!()
    expect(await textOf(answers)).toBe('first')
  })

  it('prefers the newest of two that are being stored', async () => {
    const cache = slowCache()
    const answers = createAnswerCache(cache, Date.now)
    const first = answers.keep('films', Buffer.from('first'), minute)
    await expect.poll(() => cache.finish.length).toBe(1)
    void answers.keep('films', Buffer.from('second'), minute)
    await cache.finish[0]!()
    await first
    expect(await textOf(answers)).toBe('second')
  })

  it('holds nothing that the cache refused', async () => {
    const answers = createAnswerCache(
      { ...createMemoryCache({ maxBytes: 1e6 }), set: () => Promise.reject(new Error('full')) },
      Date.now,
    )
    await expect(answers.keep('films', Buffer.from('first'), minute)).rejects.toThrow('full')
    expect(await textOf(answers)).toBeNull()
  })
})
