import type { Work } from './scheduler.ts'

type Compare = (a: number, b: number) => number

const runLength = 16
const stepsPerPause = 8_192

/** Stable. A bottom-up merge sort over typed arrays: faster than sorting objects, and it can be paused. */
export function* sortedIndexes(count: number, compare: Compare): Work<Uint32Array> {
  let from = Uint32Array.from({ length: count }, (_, index) => index)
  let to = new Uint32Array(count)
  let steps = 0

  for (let start = 0; start < count; start += runLength) {
    const end = Math.min(start + runLength, count)
    insertionSort(from, start, end, compare)
    steps += (end - start) * 4
    if (steps > stepsPerPause) {
      steps = 0
      yield
    }
  }
  for (let width = runLength; width < count; width *= 2) {
    for (let start = 0; start < count; start += width * 2) {
      const end = Math.min(start + width * 2, count)
      merge(from, to, start, Math.min(start + width, count), end, compare)
      steps += end - start
      if (steps > stepsPerPause) {
        steps = 0
        yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}

function insertionSort(values: Uint32Array, start: number, end: number, compare: Compare): void {
  for (let next = start + 1; next < end; next++) {
    const value = values[next]!
    let at = next
    for (; at > start && compare(values[at - 1]!, value) > 0; at--) values[at] = values[at - 1]!
    values[at] = value
  }
}

function merge(
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  middle: number,
  end: number,
  compare: Compare,
): void {
  let left = start
  let right = middle
  for (let at = start; at < end; at++) {
    const takeLeft = right >= end || (left < middle && compare(from[left]!, from[right]!) <= 0)
    to[at] = takeLeft ? from[left++]! : from[right++]!
  }
}
