import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { EndSilent } from '../../../src/services/sessions/end-silent.ts'
import { createSilence } from '../../../src/services/sessions/silence.ts'
import { run } from '../../support/reported-plays.ts'

const afterMs = 300_000
const play = run([[0, 'a', 'start', 0]]).state.play!

function watch(...answers: (number | null | Error)[]) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const begun = Date.now()
  const asked: (readonly [device: number, afterMs: number])[] = []
  const endSilent: EndSilent = async (_configuration, device) => {
    asked.push([device, Date.now() - begun])
    const answer = answers.shift() ?? null
    if (answer instanceof Error) throw answer
    return answer
  }
  return { silence: createSilence({ endSilent, afterMs }), asked }
}

describe('A device that stops reporting', () => {
  it('is looked at once, five minutes after its last report', async () => {
    const { silence, asked } = watch()
    silence.heard(7, 1, play)
    await vi.advanceTimersByTimeAsync(1_000)
    silence.heard(7, 1, play)
    await vi.advanceTimersByTimeAsync(2 * afterMs)
    expect(asked).toEqual([[1, 1_000 + afterMs]])
  })

  it('is looked at again when what is left is over, to the millisecond', async () => {
    const { silence, asked } = watch(1, 14_999, null)
    silence.heard(7, 1, play)
    await vi.advanceTimersByTimeAsync(2 * afterMs)
    expect(asked.map(([, at]) => at - afterMs)).toEqual([0, 1, 15_000])
  })

  it('is looked at again where its state could not be read', async () => {
    const { silence, asked } = watch(new Error('away'), new Error('away'))
    silence.heard(7, 1, play)
    await vi.advanceTimersByTimeAsync(2 * afterMs)
    expect(asked.map(([, at]) => at - afterMs)).toEqual([0, 15_000, 30_000])
  })

  it('is left alone where it has said that it stops', async () => {
    const { silence, asked } = watch()
    silence.heard(7, 1, play)
    silence.heard(7, 1, null)
    silence.heard(7, 2, play)
    await vi.advanceTimersByTimeAsync(2 * afterMs)
    expect(asked).toEqual([[2, afterMs]])
  })
})
