/** Reports of one device one after the other, so that none counts what another is just counting. */
export function createLines() {
  const lines = new Map<number, Promise<void>>()

  return async function inLine(device: number, work: () => Promise<void>): Promise<void> {
    const before = lines.get(device) ?? Promise.resolve()
    const own = before.catch(() => {}).then(work)
    lines.set(device, own)
    try {
      await own
    } finally {
      if (lines.get(device) === own) lines.delete(device)
    }
  }
}
