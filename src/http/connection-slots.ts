import { createKeyedSlots } from '../core/keyed-slots.ts'

/** By address of the client. */
export function createConnectionSlots(most: number) {
  return createKeyedSlots<string>(most, {
    message: `Your address has ${most} connections open; close some of them.`,
  })
}
