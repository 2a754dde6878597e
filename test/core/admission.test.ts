import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAdmission } from '../../src/core/admission.ts'

const patienceMs = 50
const working = (): boolean => true
const waiting = (): boolean => false

/** Lets everything run that is ready to. */
const settle = (): Promise<void> => setImmediate()

describe('admission', () => {
  it('lets in as many as there are slots, and the others in the order of their arrival', async () => {
    const { admit } = createAdmission({ slots: () => 2, patienceMs, backlog: () => 0 })
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
    const { admit } = createAdmission({ slots: () => room, patienceMs, backlog: () => 0 })
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
    const { admit } = createAdmission({ slots: () => room, patienceMs, backlog: () => 0 })
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
    const { admit } = createAdmission({ slots: () => 1, patienceMs: 5, backlog: () => 0 })
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

  it('forgets one who goes away while waiting', async () => {
    const { admit } = createAdmission({ slots: () => 1, patienceMs, backlog: () => 0 })
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

/** Visitors by name, who wait for others unless they are among `works`, at a clock that the test moves. */
function openDoor({ backlog = 1 } = {}) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { admit } = createAdmission({ slots: () => 1, patienceMs: 10, backlog: () => backlog })
  const inside: string[] = []
  const works = new Set<string>()
  const exits = new Map<string, () => void>()
  const come = async (...names: string[]): Promise<void> => {
    for (const name of names) {
      void admit(() => works.has(name)).then((release) => {
        exits.set(name, release)
        inside.push(name)
      })
    }
    await settle()
  }
  const pass = async (ms: number): Promise<void> => {
    vi.advanceTimersByTime(ms)
    await settle()
  }
  const leave = async (...names: string[]): Promise<void> => {
    for (const name of names) exits.get(name)!()
    await settle()
  }
  return { inside, works, come, pass, leave }
}

describe('admission of those that wait for others', () => {
  it('gives their slots to the next after their patience, and not before', async () => {
    const { inside, come, pass } = openDoor()
    await come('first', 'second', 'third')
    await pass(8)
    expect(inside).toEqual(['first'])
    await pass(2)
    expect(inside).toEqual(['first', 'second'])
    await pass(10)
    expect(inside).toEqual(['first', 'second', 'third'])
  })

  it('leaves its slot to one that works, however long', async () => {
    const { inside, works, come, pass } = openDoor()
    works.add('first')
    await come('first', 'second')
    await pass(1_000)
    expect(inside).toEqual(['first'])
  })

  it('lets nobody in while the answers of too many wait to be read, until one of them leaves', async () => {
    const { inside, works, come, pass, leave } = openDoor()
    await come('first', 'second', 'third')
    await pass(20)
    works.add('first').add('second')
    await come('fourth')
    await pass(1_000)
    expect(inside).toEqual(['first', 'second', 'third'])
    await leave('first')
    expect(inside).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('takes the slot of the last one meanwhile, too, so that the next comes before all answers are read', async () => {
    const { inside, works, come, pass, leave } = openDoor()
    await come('first', 'second', 'third')
    await pass(20)
    works.add('first').add('second')
    await come('fourth')
    await pass(20)
    works.add('third')
    await leave('first', 'second')
    expect(inside).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('looks no more once nobody stands outside', async () => {
    const { come, pass } = openDoor()
    await come('first', 'second')
    expect(vi.getTimerCount()).toBe(1)
    await pass(20)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each(['let in', 'aborted'])(
    'keeps no slot for one that is let in and aborted at once: %s first',
    async (first) => {
      const { admit } = createAdmission({ slots: () => 1, patienceMs, backlog: () => 0 })
      const release = await admit(working)
      const impatient = new AbortController()
      const gone = admit(working, impatient.signal)
      const patient = admit(working)
      if (first === 'let in') release()
      impatient.abort(new Error('gone'))
      release()
      await gone.then(
        (end) => end(),
        () => {},
      )
      const end = await patient
      expect(end).toBeTypeOf('function')
      end()
    },
  )
})
