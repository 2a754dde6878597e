import { setImmediate as nextTurn } from 'node:timers/promises'

/** Some 5 ms of work on encoded counts. */
const bytesAtOnce = 2 ** 16

/** Works on one after the other, and lets others run between. `work` answers how many bytes it went through. */
export async function inPieces<T>(items: Iterable<T>, work: (item: T) => number): Promise<void> {
  let bytes = 0
  for (const item of items) {
    bytes += work(item)
    if (bytes < bytesAtOnce) continue
    bytes = 0
    await nextTurn()
  }
}
