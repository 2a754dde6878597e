import { describe, expect, it } from 'vitest'
import { untilAborted } from '../../src/core/until-aborted.ts'
import { watchUnhandled } from '../support/unhandled.ts'

describe('waiting until a signal aborts', () => {
  it('answers as the work does', async () => {
    const { signal } = new AbortController()
    expect(await untilAborted(Promise.resolve(3), signal)).toBe(3)
    await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow(
      'broken',
    )
  })

  it.each(['before', 'during'])(
    'hears no failure of the work that ends after a signal that aborted %s it',
    async (when) => {
      const unhandled = watchUnhandled()
      const left = new AbortController()
      const work = Promise.withResolvers<void>()
      if (when === 'before') left.abort(new Error('left'))
      const waiting = untilAborted(work.promise, left.signal)
      if (when === 'during') left.abort(new Error('left'))
      await expect(waiting).rejects.toThrow('left')
      work.reject(new Error('too late'))
      expect(await unhandled()).toEqual([])
    },
  )
})
