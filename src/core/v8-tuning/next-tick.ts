import { createHook } from 'node:async_hooks'

const kept: object[] = []

/**
 * `process.nextTick` makes objects of one shape. When a full collection finds none alive, V8 drops the shape and runs the
 * compiled code about twenty times slower, forever: a quarter of a small answer's time. One live object prevents it.
 */
export function keepNextTickFast(): void {
  if (kept.length > 0) return
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') kept.push(resource)
    },
  })
  hook.enable()
  process.nextTick(() => {})
  hook.disable()
}
