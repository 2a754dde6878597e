export type DeviceQueue = ReturnType<typeof createDeviceQueue>

/** Runs the work of one device in order, so that no two reports count the same time. */
export const createDeviceQueue = (): KeyedQueue<number> => createKeyedQueue<number>()

type KeyedQueue<Key> = (key: Key, work: () => Promise<void>) => Promise<void>

/** Runs the work of one key in order. */
export function createKeyedQueue<Key>(): KeyedQueue<Key> {
  const latest = new Map<Key, Promise<void>>()

  return async function inQueue(key, work) {
    const before = latest.get(key) ?? Promise.resolve()
    const own = before.catch(() => {}).then(work)
    latest.set(key, own)
    try {
      await own
    } finally {
      if (latest.get(key) === own) latest.delete(key)
    }
  }
}
