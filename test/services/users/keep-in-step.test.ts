import { expect, it, vi } from 'vitest'
import type { Logger } from '../../../src/core/logger.ts'
import type { Household } from '../../../src/model/household.ts'
import type { LiveEvent } from '../../../src/model/live-event.ts'
import { keepHouseholdsInStep } from '../../../src/services/users/keep-in-step.ts'

const household = { configuration: 7 } as Household

function start({ served, named }: { served: boolean; named: readonly string[] | null }) {
  const done: unknown[] = []
  const warn = vi.fn<Logger['warn']>()
  let change: (event: LiveEvent) => void = () => {}
  keepHouseholdsInStep(
    {
      events: {
        subscribeOwn(listener) {
          change = listener
          return () => {}
        },
      },
      users: { household: async () => (served ? household : null), named: async () => named },
      log: { warn },
    },
    async (configuration, ids) => void done.push(['noted', configuration, ids]),
    async () => {
      done.push('in step')
      throw new Error('away')
    },
  )
  change({ kind: 'configurationChanged', configuration: 7 })
  return { done, warn }
}

it('notes who is named before anything that may fail', async () => {
  const { done, warn } = start({ served: true, named: ['olga', 'kim'] })
  await expect.poll(() => warn).toHaveBeenCalledTimes(1)
  expect(done).toEqual([['noted', 7, ['olga', 'kim']], 'in step'])
})

it('notes who is named while the media server is switched off', async () => {
  const { done } = start({ served: false, named: ['olga'] })
  await expect.poll(() => done).toEqual([['noted', 7, ['olga']]])
})

it('notes nobody for a configuration that was deleted', async () => {
  const { done, warn } = start({ served: false, named: null })
  await new Promise(setImmediate)
  expect(done).toEqual([])
  expect(warn).not.toHaveBeenCalled()
})
