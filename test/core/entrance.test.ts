import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createEntrance } from '../../src/core/entrance.ts'

const working = (): boolean => true
const waiting = (): boolean => false

/** Lets everything run that is ready to. */
const settle = (): Promise<void> => setTimeout(5)

describe('the entrance', () => {
  it('lets in as many as there are places, and the others in the order of their arrival', async () => {
    const { enter } = createEntrance({ places: 2 })
    const inside: string[] = []
    const come = async (name: string): Promise<() => void> => {
      const leave = await enter(working)
      inside.push(name)
      return leave
    }
    const [first, second] = await Promise.all([come('first'), come('second')])
    const third = come('third')
    const fourth = come('fourth')
    await settle()
    expect(inside).toEqual(['first', 'second'])
    first()
    await settle()
    expect(inside).toEqual(['first', 'second', 'third'])
    second()
    ;(await third)()
    ;(await fourth)()
    expect(inside).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('gives the place of one who only waits for others to the next', async () => {
    const { enter } = createEntrance({ places: 1, patienceMs: 5 })
    const leave = await enter(waiting)
    const next = await enter(working)
    // Leaving later frees nothing a second time.
    leave()
    let entered = false
    const third = enter(working).then((out) => {
      entered = true
      return out
    })
    await settle()
    expect(entered).toBe(false)
    next()
    ;(await third)()
    expect(entered).toBe(true)
  })

  it('forgets one who goes away in the line', async () => {
    const { enter } = createEntrance({ places: 1 })
    const leave = await enter(working)
    const impatient = new AbortController()
    const gone = enter(working, impatient.signal)
    const patient = enter(working)
    impatient.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    leave()
    ;(await patient)()
  })
})
