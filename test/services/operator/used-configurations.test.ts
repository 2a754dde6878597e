import { expect, it } from 'vitest'
import { createOperatorService } from '../../../src/services/operator/service.ts'

/** With figures that say how often they were asked, and fail where told so. */
function start() {
  const state = { at: 1_000_000_000_000, asked: 0, fails: false }
  const figures = {
    configurations: async () => ({ total: 3 }),
    async usedSince() {
      state.asked += 1
      if (state.fails) throw new Error('the database is away')
      return 2
    },
  }
  const operator = createOperatorService({
    figures,
    limiters: {},
    load: {},
    now: () => state.at,
  } as never)
  return { state, operator }
}

it('All who look within a minute share one count of the configurations in use', async () => {
  const { state, operator } = start()
  const both = await Promise.all([operator.configurations(), operator.configurations()])
  expect(both[0]).toMatchObject({ lastDay: 2, lastWeek: 2, lastMonth: 2 })
  state.at += 59_999
  await operator.configurations()
  expect(state.asked).toBe(3)
  state.at += 1
  await operator.configurations()
  expect(state.asked).toBe(6)
})

it('A count that failed is made again', async () => {
  const { state, operator } = start()
  state.fails = true
  await expect(operator.configurations()).rejects.toThrow('away')
  state.fails = false
  expect(await operator.configurations()).toMatchObject({ lastMonth: 2 })
})
