import { describe, expect, it } from 'vitest'
import {
  createStreamSlots,
  createViewings,
  viewingOf,
} from '../../../src/services/streaming/viewings.ts'
import { until } from '../../support/until.ts'

describe('A viewing', () => {
  it('frees its slot some time after its last request', async () => {
    const takeFreeSlot = createStreamSlots(1)
    const viewings = createViewings({ takeFreeSlot, holdMs: 20 })
    const leave = viewings.take(7, 'a')
    const again = viewings.take(7, 'a')
    leave()
    leave()
    expect(() => viewings.take(7, 'b')).toThrow('1 streams')
    again()
    expect(viewings.join(7, 'b')).toBeNull()
    const mayBegin = () => {
      try {
        return takeFreeSlot(7)
      } catch {
        return null
      }
    }
    expect(mayBegin()).toBeNull()
    await until('the slot to be free', mayBegin)
  })

  it.each(['viewing', 'file'])('that is idle longest makes room for the next %s', (next) => {
    const viewings = createViewings({ takeFreeSlot: createStreamSlots(3) })
    const begin = () => (next === 'file' ? viewings.takeSlot(7) : viewings.take(7, 'next'))
    const left = viewings.take(7, 'left')
    viewings.take(7, 'reads')
    left()
    viewings.take(7, 'zapped')()
    begin()
    expect(viewings.join(7, 'left')).toBeNull()
    expect(viewings.join(7, 'zapped')).not.toBeNull()
    expect(() => viewings.take(7, 'more')).toThrow('3 streams')
  })

  it('that two requests begin at once takes one slot', () => {
    const takeFreeSlot = createStreamSlots(2)
    const viewings = createViewings({ takeFreeSlot })
    const [first, second] = [takeFreeSlot(7), takeFreeSlot(7)]
    viewings.begin(7, 'a', first)
    viewings.begin(7, 'a', second)
    expect(() => takeFreeSlot(7)()).not.toThrow()
  })

  it('is that of a device, else of a play, else of a client and a version', () => {
    const reader = { device: 1, playSessionId: 'a', client: '::1', versionId: 'v' }
    const other = { playSessionId: 'b', client: '::2', versionId: 'w' }
    expect(viewingOf({ ...reader, ...other })).toBe(viewingOf(reader))
    expect(viewingOf({ ...reader, device: 2 })).not.toBe(viewingOf(reader))
    const play = { ...reader, device: null }
    expect(viewingOf({ ...play, client: '::2' })).toBe(viewingOf(play))
    const anybody = { ...play, playSessionId: null }
    expect(viewingOf({ ...anybody, client: '::2' })).not.toBe(viewingOf(anybody))
    expect(viewingOf({ ...anybody, versionId: 'w' })).not.toBe(viewingOf(anybody))
  })
})
