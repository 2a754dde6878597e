export type Visit = (
  index: number,
  plays: number,
  finished: number,
  watchedMs: number,
  finishedMs: number,
) => void

/** Numbers of one cell, as they lie in memory. */
const width = 4
const leastCells = 16
const pageCells = 1_024
/** Bytes of one cell, at most: five numbers of up to eight each. */
const mostBytes = 40
const mixer = 0x9e_37_79_b1

/** Numbers in the order in which they came. Many take a third of the memory of a Map, and none of the heap's. */
export class Places {
  count = 0
  indexes = new Float64Array(leastCells)
  /** By a hash of the index: its place from 1 on; 0: none. */
  private slots = new Uint32Array(2 * leastCells)

  /** Of a new index the next place. */
  of(index: number): number {
    const known = this.find(index)
    if (known !== -1) return known
    if (this.count === this.indexes.length) this.grow()
    this.indexes[this.count] = index
    this.count += 1
    this.slots[this.slotOf(index)] = this.count
    return this.count - 1
  }

  /** -1: it is not there. */
  find(index: number): number {
    return this.slots[this.slotOf(index)]! - 1
  }

  private slotOf(index: number): number {
    const mask = this.slots.length - 1
    // Each bit counts: indexes may differ in high ones alone.
    const mixed = Math.imul(Math.imul(index / 2 ** 32, mixer) ^ index, mixer)
    let slot = (Math.imul(mixed ^ (mixed >>> 16), mixer) >>> 7) & mask
    for (;;) {
      const place = this.slots[slot]!
      if (place === 0 || this.indexes[place - 1] === index) return slot
      slot = (slot + 1) & mask
    }
  }

  private grow(): void {
    this.indexes = longer(this.indexes)
    this.slots = new Uint32Array(this.slots.length * 2)
    for (let place = 0; place < this.count; place++) {
      this.slots[this.slotOf(this.indexes[place]!)] = place + 1
    }
  }
}

/** Counts by index, of which most are empty. */
export class Cells {
  private readonly places = new Places()
  /** Only the first one grows: what an array leaves behind when it grows stays until a collection. */
  private readonly pages: Float64Array<ArrayBuffer>[] = []

  add(index: number, plays: number, finished: number, watchedMs: number, finishedMs: number): void {
    const place = this.places.of(index)
    const at = (place % pageCells) * width
    const page = this.pageOf(place, at)
    page[at]! += plays
    page[at + 1]! += finished
    page[at + 2]! += watchedMs
    page[at + 3]! += finishedMs
  }

  private pageOf(place: number, at: number): Float64Array {
    const number = Math.floor(place / pageCells)
    const page = this.pages[number]
    if (page !== undefined && at < page.length) return page
    const cells = number > 0 ? pageCells : leastCells
    return (this.pages[number] =
      page === undefined ? new Float64Array(cells * width) : longer(page))
  }

  private visitPlace(index: number, place: number, visit: Visit): void {
    const page = this.pages[Math.floor(place / pageCells)]!
    const at = (place % pageCells) * width
    visit(index, page[at]!, page[at + 1]!, page[at + 2]!, page[at + 3]!)
  }

  get isEmpty(): boolean {
    return this.count === 0
  }

  get count(): number {
    return this.places.count
  }

  forEach(visit: Visit): void {
    const { indexes, count } = this.places
    for (let place = 0; place < count; place++) this.visitPlace(indexes[place]!, place, visit)
  }

  /**
   * In ascending order of what the indexes are stored as, each as the distance to the one before, the plays, the finished
   * ones and the milliseconds; those of the finished ones follow where the rest does not say them. Numbers take seven bits
   * a byte.
   */
  encode(storedAs: ((index: number) => number) | null = null): Buffer {
    const { places } = this
    const byStored = storedAs === null ? places : new Places()
    if (storedAs !== null) {
      for (let place = 0; place < places.count; place++) {
        byStored.of(storedAs(places.indexes[place]!))
      }
    }
    const writer = new Writer()
    let before = -1
    const write: Visit = (index, plays, finished, watchedMs, finishedMs) => {
      writer.makeRoom()
      writer.push(index - before - 1)
      writer.push(plays)
      writer.push(finished)
      writer.push(watchedMs)
      if (finished > 0 && finished < plays) writer.push(finishedMs)
      before = index
    }
    for (const index of byStored.indexes.slice(0, byStored.count).sort()) {
      this.visitPlace(index, byStored.find(index), write)
    }
    return writer.bytes()
  }
}

function longer(numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const more = new Float64Array(numbers.length * 2)
  more.set(numbers)
  return more
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

/** Tells each cell of what `encode` wrote, or each whose index is asked for. */
export function visitCells(
  bytes: Uint8Array,
  visit: Visit,
  isAsked: ((index: number) => boolean) | null = null,
): void {
  const { length } = bytes
  let at = 0
  let index = -1
  while (at < length) {
    let end = endOf(bytes, at)
    index += numberIn(bytes, at, end) + 1
    at = endOf(bytes, end)
    const plays = numberIn(bytes, end, at)
    end = endOf(bytes, at)
    const finished = numberIn(bytes, at, end)
    at = endOf(bytes, end)
    const isInPart = finished > 0 && finished < plays
    const last = isInPart ? endOf(bytes, at) : at
    if (isAsked === null || isAsked(index)) {
      const watchedMs = numberIn(bytes, end, at)
      const finishedMs = isInPart ? numberIn(bytes, at, last) : finished === 0 ? 0 : watchedMs
      visit(index, plays, finished, watchedMs, finishedMs)
    }
    at = last
  }
}

function endOf(bytes: Uint8Array, start: number): number {
  let at = start
  while (bytes[at++]! >= 128);
  return at
}

/** As many bytes as fit are shifted, which is faster than to multiply. */
function numberIn(bytes: Uint8Array, start: number, end: number): number {
  let value = bytes[end - 1]!
  let at = end - 2
  for (; at >= start && value < 2 ** 23; at--) value = (value << 7) | (bytes[at]! & 127)
  for (; at >= start; at--) value = value * 128 + (bytes[at]! & 127)
  return value
}
