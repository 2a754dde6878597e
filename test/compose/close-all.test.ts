import { expect, it, vi } from 'vitest'
import { closeAll } from '../../src/compose/close-all.ts'

it('closes what was opened last first', async () => {
  const order: string[] = []
  const closer = (name: string) => async () => void order.push(name)
  await closeAll([closer('database'), closer('sessions'), closer('server')])
  expect(order).toEqual(['server', 'sessions', 'database'])
})

it('closes the others where one fails or never ends, and says so then', async () => {
  const database = vi.fn<() => Promise<void>>(async () => {})
  const hanging = () => new Promise<void>(() => {})
  const failing = async () => {
    throw new Error('away')
  }
  await expect(closeAll([database, failing], 20)).rejects.toThrow('away')
  expect(database).toHaveBeenCalledTimes(1)
  await expect(closeAll([database, failing, hanging], 20)).rejects.toMatchObject({
    errors: [{ message: 'a part took too long to close' }, { message: 'away' }],
  })
  expect(database).toHaveBeenCalledTimes(2)
})
