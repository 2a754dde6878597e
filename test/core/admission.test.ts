import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createAdmission } from '../../src/core/admission.ts'

const patienceMs = 50
const working = (): boolean => true
const waiting = (): boolean => false

/** Lets everything run that is ready to. */
const settle = (): Promise<void> => setImmediate()

describe('admission', () => {
  it('lets in as many as there are slots, and the others in the order of their arrival', async () => {
    const { admit } = createAdmission({ slots: () => 2, patienceMs, backlog: 0 })
    const inside: string[] = []
    const come = async (name: string): Promise<() => void> => {
      const release = await admit(working)
      inside.push(name)
      return release
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

  it('lets in as many more as there is room for when somebody leaves, and nobody while there is none', async () => {
    let room = 3
    const { admit } = createAdmission({ slots: () => room, patienceMs, backlog: 0 })
    const inside: string[] = []
    const come = async (name: string): Promise<() => void> => {
      const release = await admit(working)
      inside.push(name)
      return release
    }
    const [first, second, third] = await Promise.all([come('a'), come('b'), come('c')])
    const later = [come('d'), come('e'), come('f')]
    room = 2
    first()
    await settle()
    expect(inside).toEqual(['a', 'b', 'c'])
    room = 4
    second()
    await settle()
    expect(inside).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    third()
    for (const release of await Promise.all(later)) release()
  })

  it('lets nobody in before those who wait, also where there is room by then', async () => {
    let room = 1
    const { admit } = createAdmission({ slots: () => room, patienceMs, backlog: 0 })
    const release = await admit(working)
    const inside: string[] = []
    const come = (name: string) =>
      admit(working).then((out) => {
        inside.push(name)
        return out
      })
    const waiting = come('waiting')
    room = 3
    const newcomer = come('newcomer')
    await settle()
    expect(inside).toEqual([])
    release()
    for (const out of await Promise.all([waiting, newcomer])) out()
    expect(inside).toEqual(['waiting', 'newcomer'])
  })

  it('gives the slot of one who only waits for others to the next', async () => {
    const { admit } = createAdmission({ slots: () => 1, patienceMs: 5, backlog: 0 })
    const release = await admit(waiting)
    const next = await admit(working)
    // Leaving later frees nothing a second time.
    release()
    let entered = false
    const third = admit(working).then((out) => {
      entered = true
      return out
    })
    await settle()
    expect(entered).toBe(false)
    next()
    ;(await third)()
    expect(entered).toBe(true)
  })

  it('lets nobody in while more go on than may pile up, though each of them has waited', async () => {
    const { admit } = createAdmission({ slots: () => 1, patienceMs: 5, backlog: 1 })
    let answersCame = false
    const inside: string[] = []
    const come = async (name: string, isWorking = waiting): Promise<() => void> => {
      const release = await admit(isWorking)
      inside.push(name)
      return release
    }
    const [first, second, third] = await Promise.all([
      come('first', () => answersCame),
      come('second', () => answersCame),
      come('third'),
    ])
    answersCame = true
    const later = [come('fourth'), come('fifth')]
    const checked = admit(waiting, AbortSignal.timeout(40))
    await expect(checked).rejects.toThrow('timeout')
    expect(inside).toEqual(['first', 'second', 'third'])
    first()
    await settle()
    expect(inside).toEqual(['first', 'second', 'third', 'fourth'])
    for (const release of [second, third, ...(await Promise.all(later))]) release()
  })

  it('forgets one who goes away while waiting', async () => {
    const { admit } = createAdmission({ slots: () => 1, patienceMs, backlog: 0 })
    const release = await admit(working)
    const impatient = new AbortController()
    const gone = admit(working, impatient.signal)
    const patient = admit(working)
    impatient.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    release()
    ;(await patient)()
  })
})
