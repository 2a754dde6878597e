type Visit = (
  index: number,
  plays: number,
  finished: number,
  watchedMs: number,
  finishedMs: number,
) => void

/** Counts by index, of which most are empty. */
export class Cells {
  private readonly byIndex = new Map<number, [number, number, number, number]>()

  add(index: number, plays: number, finished: number, watchedMs: number, finishedMs: number): void {
    const cell = this.byIndex.get(index)
    if (cell === undefined) {
      this.byIndex.set(index, [plays, finished, watchedMs, finishedMs])
      return
    }
    cell[0] += plays
    cell[1] += finished
    cell[2] += watchedMs
    cell[3] += finishedMs
  }

  get isEmpty(): boolean {
    return this.byIndex.size === 0
  }

  forEach(visit: Visit): void {
    for (const [index, [plays, finished, watchedMs, finishedMs]] of this.byIndex) {
      visit(index, plays, finished, watchedMs, finishedMs)
    }
  }

  /**
   * In ascending order, each as the distance to the one before, the plays, the finished ones and the milliseconds; those
   * of the finished ones follow where the rest does not say them. Numbers take seven bits a byte.
   */
  encode(): Buffer {
    const bytes: number[] = []
    let before = -1
    for (const [index, cell] of [...this.byIndex].toSorted(([a], [b]) => a - b)) {
      const [plays, finished, watchedMs, finishedMs] = cell
      push(bytes, index - before - 1)
      push(bytes, plays)
      push(bytes, finished)
      push(bytes, watchedMs)
      if (finished > 0 && finished < plays) push(bytes, finishedMs)
      before = index
    }
    return Buffer.from(bytes)
  }
}

/** Tells each cell of what `encode` wrote. */
export function visitCells(bytes: Uint8Array, visit: Visit): void {
  let at = 0
  const next = (): number => {
    let byte = bytes[at++]!
    if (byte < 128) return byte
    let value = byte & 127
    let scale = 128
    do {
      byte = bytes[at++]!
      value += (byte & 127) * scale
      scale *= 128
    } while (byte >= 128)
    return value
  }
  let index = -1
  while (at < bytes.length) {
    index += next() + 1
    const plays = next()
    const finished = next()
    const watchedMs = next()
    const finishedMs = finished === 0 ? 0 : finished === plays ? watchedMs : next()
    visit(index, plays, finished, watchedMs, finishedMs)
  }
}

function push(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}
