import { expect, it } from 'vitest'
import { createQuiet } from '../../src/core/quiet.ts'

function quietOf(shares: readonly number[]) {
  const left = [...shares]
  let waited = 0
  const quiet = createQuiet({
    busyShare: () => left.shift() ?? 0,
    wait: async (ms) => {
      waited += ms
    },
  })
  return { quiet, waitedMs: () => waited }
}

const never = new AbortController().signal

it('waits until little has happened for the time, whatever the caller did before', async () => {
  const { quiet, waitedMs } = quietOf([1, 0.3, 0.06, 0.04])
  await quiet({ quietMs: 100, mostMs: 1_000 }, never)
  expect(waitedMs()).toBe(300)
})

it('waits no longer than it may while others keep the process busy', async () => {
  const { quiet, waitedMs } = quietOf(Array.from({ length: 100 }, () => 1))
  await quiet({ quietMs: 100, mostMs: 500 }, never)
  expect(waitedMs()).toBe(500)
})

it('waits for nothing once it is stopped', async () => {
  const { quiet, waitedMs } = quietOf([])
  await quiet({ quietMs: 100, mostMs: 500 }, AbortSignal.abort())
  expect(waitedMs()).toBe(0)
})
