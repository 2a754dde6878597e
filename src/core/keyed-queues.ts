export type KeyedQueues<Key> = <T>(key: Key, work: () => Promise<T>) => Promise<T>

/** Runs at most so much work of one key at once; the rest waits in order. */
export function createKeyedQueues<Key = string>(atOnce: number): KeyedQueues<Key> {
  const queues = new Map<Key, { running: number; waiting: (() => void)[] }>()

  return async function inOrder(key, work) {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running >= atOnce) await new Promise<void>((resolve) => queue.waiting.push(resolve))
    else queue.running += 1
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
