import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createKeyedQueues } from '../../src/core/keyed-queues.ts'

describe('Work of one key', () => {
  function start(atOnce: number) {
    const inOrder = createKeyedQueues(atOnce)
    const begun: string[] = []
    const ends = new Map<string, PromiseWithResolvers<void>>()
    const run = (key: string, name: string) => {
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      return inOrder(key, async () => {
        begun.push(name)
        await end.promise
        return name
      })
    }
    return { run, begun, ends }
  }

  it('waits in order where as much runs as may, and that of other keys does not', async () => {
    const { run, begun, ends } = start(2)
    const all = ['one', 'two', 'three', 'four'].map((name) => run('a', name))
    const other = run('b', 'other')
    await nextTurn()
    expect(begun).toEqual(['one', 'two', 'other'])
    ends.get('two')!.resolve()
    await nextTurn()
    expect(begun).toEqual(['one', 'two', 'other', 'three'])
    for (const { resolve } of ends.values()) resolve()
    expect(await Promise.all([...all, other])).toEqual(['one', 'two', 'three', 'four', 'other'])
  })

  it('goes on after what failed', async () => {
    const { run, begun, ends } = start(1)
    const failing = run('a', 'one')
    const next = run('a', 'two')
    ends.get('one')!.reject(new Error('broken'))
    ends.get('two')!.resolve()
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('two')
    expect(begun).toEqual(['one', 'two'])
  })
})
