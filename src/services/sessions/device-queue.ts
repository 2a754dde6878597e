export type DeviceQueue = ReturnType<typeof createDeviceQueue>

/** Runs the work of one device in order, so that no two reports count the same time. */
export function createDeviceQueue() {
  const latest = new Map<number, Promise<void>>()

  return async function inQueue(device: number, work: () => Promise<void>): Promise<void> {
    const before = latest.get(device) ?? Promise.resolve()
    const own = before.catch(() => {}).then(work)
    latest.set(device, own)
    try {
      await own
    } finally {
      if (latest.get(device) === own) latest.delete(device)
    }
  }
}
