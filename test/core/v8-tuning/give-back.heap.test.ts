import { expect, it } from 'vitest'
import { createGiveBack } from '../../../src/core/v8-tuning/give-back.ts'
import { releaseBytes } from '../../../src/core/v8-tuning/release-bytes.ts'

const mb = 2 ** 20
const blockBytes = 32 * 1_024

/** Megabytes of freed memory below one block that is still used. */
function leaveHoles(megabytes: number): Buffer {
  const blocks = Array.from({ length: (megabytes * mb) / blockBytes }, () =>
    Buffer.allocUnsafeSlow(blockBytes).fill(1),
  )
  const last = blocks.pop()!
  for (const block of blocks) releaseBytes(block)
  return last
}

it.runIf(process.platform === 'linux')('freed memory below used memory goes back', async () => {
  const giveBack = createGiveBack()
  await giveBack()
  const used = leaveHoles(128)
  const before = process.memoryUsage.rss()
  await giveBack()
  expect((before - process.memoryUsage.rss()) / mb).toBeGreaterThan(90)
  expect(used.every((byte) => byte === 1)).toBe(true)
})

it('a system without glibc does without', async () => {
  await expect(createGiveBack('libnone.so.6')()).resolves.toBeUndefined()
})
