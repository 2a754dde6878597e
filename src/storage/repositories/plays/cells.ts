type Visit = (
  index: number,
  plays: number,
  finished: number,
  watchedMs: number,
  finishedMs: number,
) => void

/** Numbers of one cell, as they lie in memory. */
const width = 4
/** Bytes of one cell, at most: five numbers of up to eight each. */
const mostBytes = 40

/** Counts by index, of which most are empty. Many are one array of numbers, not an object each. */
export class Cells {
  private readonly places = new Map<number, number>()
  private sums = new Float64Array(16 * width)

  add(index: number, plays: number, finished: number, watchedMs: number, finishedMs: number): void {
    let at = this.places.get(index)
    if (at === undefined) {
      at = this.places.size * width
      this.places.set(index, at)
      if (at === this.sums.length) {
        const more = new Float64Array(this.sums.length * 2)
        more.set(this.sums)
        this.sums = more
      }
    }
    this.sums[at]! += plays
    this.sums[at + 1]! += finished
    this.sums[at + 2]! += watchedMs
    this.sums[at + 3]! += finishedMs
  }

  get isEmpty(): boolean {
    return this.places.size === 0
  }

  forEach(visit: Visit): void {
    const { sums } = this
    for (const [index, at] of this.places) {
      visit(index, sums[at]!, sums[at + 1]!, sums[at + 2]!, sums[at + 3]!)
    }
  }

  /**
   * In ascending order of what the indexes are stored as, each as the distance to the one before, the plays, the finished
   * ones and the milliseconds; those of the finished ones follow where the rest does not say them. Numbers take seven bits
   * a byte.
   */
  encode(storedAs: (index: number) => number = (index) => index): Buffer {
    const { sums } = this
    const byStored = new Map<number, number>()
    for (const [index, at] of this.places) byStored.set(storedAs(index), at)
    const writer = new Writer()
    let before = -1
    for (const index of Float64Array.from(byStored.keys()).toSorted()) {
      const at = byStored.get(index)!
      const [plays, finished] = [sums[at]!, sums[at + 1]!]
      writer.makeRoom()
      writer.push(index - before - 1)
      writer.push(plays)
      writer.push(finished)
      writer.push(sums[at + 2]!)
      if (finished > 0 && finished < plays) writer.push(sums[at + 3]!)
      before = index
    }
    return writer.bytes()
  }
}

class Writer {
  private buffer = Buffer.alloc(64)
  private length = 0

  makeRoom(): void {
    if (this.length + mostBytes <= this.buffer.length) return
    const more = Buffer.alloc(this.buffer.length * 2)
    this.buffer.copy(more)
    this.buffer = more
  }

  push(value: number): void {
    let rest = value
    while (rest >= 128) {
      this.buffer[this.length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.buffer[this.length++] = rest
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length)
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
