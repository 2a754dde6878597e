import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { inOrder, whenIdle } from '../../src/web/parts/when-idle.ts'

const asked: { act: () => void; timeout: number | undefined }[] = []

function idle(): void {
  asked.shift()?.act()
}

beforeEach(() => {
  asked.length = 0
  const requestIdleCallback = (act: () => void, options?: IdleRequestOptions) =>
    asked.push({ act, timeout: options?.timeout })
  vi.stubGlobal('window', { requestIdleCallback })
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
  onTestFinished(() => void vi.unstubAllGlobals())
})

it('Where the browser is never idle, it is done a second later', () => {
  const leave = inOrder(() => undefined)
  expect(asked).toEqual([{ act: expect.any(Function), timeout: 1_000 }])
  leave()
  idle()
})

it('Each has an idle time of its own, also where those before have left early', () => {
  const done: string[] = []
  const leaving = inOrder(() => done.push('of the page before'))
  leaving()
  for (const name of ['first', 'second', 'third']) inOrder(() => done.push(name))
  const counts: number[] = []
  while (asked.length > 0) {
    counts.push(asked.length)
    idle()
  }
  expect(counts).toEqual([1, 1, 1])
  expect(done).toEqual(['first', 'second', 'third'])
})

it('Those that come when all before have left or had theirs are not forgotten', () => {
  const done: string[] = []
  inOrder(() => done.push('left'))()
  idle()
  inOrder(() => done.push('first'))
  idle()
  inOrder(() => done.push('second'))
  idle()
  expect(done).toEqual(['first', 'second'])
  expect(asked).toEqual([])
})

it('One that fails does not hold up the others', () => {
  const done: string[] = []
  inOrder(() => {
    throw new Error('Failed')
  })
  expect(idle).toThrow('Failed')
  inOrder(() => done.push('next'))
  idle()
  expect(done).toEqual(['next'])
})

const frameMs = 16

function withoutIdleCallbacks({ hidden = false } = {}): void {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', { hidden })
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, frameMs))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
}

it('Where the browser has no idle callbacks, all wait once together, and each has a frame of its own', () => {
  withoutIdleCallbacks()
  const done: string[] = []
  for (const name of ['first', 'second', 'third']) inOrder(() => done.push(name))
  vi.advanceTimersByTime(200)
  const counts = [done.length]
  for (let frame = 0; frame < 3; frame += 1) {
    vi.advanceTimersByTime(frameMs + 2)
    counts.push(done.length)
  }
  expect(counts).toEqual([0, 1, 2, 3])
  expect(done).toEqual(['first', 'second', 'third'])
})

it('Where the browser has no idle callbacks, what is no longer wanted is not done', () => {
  withoutIdleCallbacks()
  const done: string[] = []
  whenIdle(() => done.push('before its pause is over'))()
  const leave = whenIdle(() => done.push('before its frame'))
  vi.advanceTimersByTime(200)
  leave()
  vi.advanceTimersByTime(1_000)
  expect(done).toEqual([])
})

it('Where a hidden tab has neither idle callbacks nor frames, each has a timer of its own', () => {
  withoutIdleCallbacks({ hidden: true })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const done: string[] = []
  for (const name of ['first', 'second', 'third']) inOrder(() => done.push(name))
  vi.advanceTimersByTime(200)
  expect(done).toEqual(['first'])
  vi.advanceTimersToNextTimer()
  expect(done).toEqual(['first', 'second'])
  vi.advanceTimersToNextTimer()
  expect(done).toEqual(['first', 'second', 'third'])
})
