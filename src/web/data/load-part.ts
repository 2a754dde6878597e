import { ask } from './connection.ts'

const pauseMs = 2_000

/** Loads a part of the pages. While the service is away it waits; rejects where the part is gone, as after an upgrade. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      if (await answers()) return load()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

function answers(): Promise<boolean> {
  return ask('/session', {}).then(
    () => true,
    () => false,
  )
}
