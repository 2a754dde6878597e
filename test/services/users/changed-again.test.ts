import { expect, it } from 'vitest'
import type { Household } from '../../../src/model/household.ts'
import type { LiveEvent } from '../../../src/model/live-event.ts'
import { keepHouseholdsInStep } from '../../../src/services/users/keep-in-step.ts'

/** A configuration whose household is named by what it last changed to. */
function setUp() {
  let hear = (_event: LiveEvent): void => {}
  let current = ''
  const seen: string[] = []
  const warned: unknown[] = []
  const pending: PromiseWithResolvers<void>[] = []
  keepHouseholdsInStep(
    {
      events: {
        subscribeOwn: (heard) => {
          hear = heard
          return () => {}
        },
      },
      users: {
        household: async (configuration) =>
          ({ configuration, cacheKey: current }) as unknown as Household,
        named: async () => [],
      },
      log: { warn: (problem: unknown) => void warned.push(problem) },
    },
    async () => {},
    ({ configuration, cacheKey }) => {
      seen.push(`${configuration} ${cacheKey}`)
      const step = Promise.withResolvers<void>()
      pending.push(step)
      return step.promise
    },
  )
  return {
    seen,
    warned,
    pending,
    change: (name: string, configuration = 1): void => {
      current = name
      hear({ kind: 'configurationChanged', configuration })
    },
  }
}

it('A household that changes while it is updated is updated once more, to its newest state', async () => {
  const { seen, pending, change } = setUp()
  change('first')
  await expect.poll(() => seen).toEqual(['1 first'])
  change('second')
  change('third')
  change('third', 2)
  await expect.poll(() => seen).toEqual(['1 first', '2 third'])
  pending[0]!.resolve()
  await expect.poll(() => seen).toEqual(['1 first', '2 third', '1 third'])
  pending[2]!.resolve()
  change('fourth')
  await expect.poll(() => seen.at(-1)).toBe('1 fourth')
})

it('A household whose update failed is updated at the next change', async () => {
  const { seen, warned, pending, change } = setUp()
  change('first')
  await expect.poll(() => seen).toEqual(['1 first'])
  pending[0]!.reject(new Error('the database is away'))
  await expect.poll(() => warned).toHaveLength(1)
  change('second')
  await expect.poll(() => seen).toEqual(['1 first', '1 second'])
})
