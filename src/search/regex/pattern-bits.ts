export const wordSize = 30

export function maskOf(count: number, test: (pattern: number) => boolean): Int32Array {
  const mask = new Int32Array(Math.ceil(count / wordSize))
  for (let pattern = 0; pattern < count; pattern++) {
    if (test(pattern)) mask[(pattern / wordSize) | 0]! |= 1 << (pattern % wordSize)
  }
  return mask
}

export function firstCommon(bits: Int32Array, mask: Int32Array): number {
  for (let word = 0; word < bits.length; word++) {
    const common = bits[word]! & mask[word]!
    if (common !== 0) return word * wordSize + 31 - Math.clz32(common & -common)
  }
  return -1
}

export function patternsIn(bits: Int32Array): number[] {
  const patterns: number[] = []
  bits.forEach((word, index) => {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      patterns.push(index * wordSize + 31 - Math.clz32(rest & -rest))
    }
  })
  return patterns
}
