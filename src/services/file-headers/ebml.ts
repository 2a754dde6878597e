/** An element of EBML; `size` is null if unknown, as in live streams. */
export type Element = {
  readonly id: number
  readonly headLength: number
  readonly size: number | null
}

export const longestHead = 12
/** No file that people make has as many at one level. */
const mostChildren = 600

/** Null where no element begins, or not all of its head is there. */
export function readHead(bytes: Buffer, at: number): Element | null {
  const idLength = lengthOf(bytes[at], 4)
  if (idLength === null || at + idLength >= bytes.length) return null
  const sizeAt = at + idLength
  const sizeLength = lengthOf(bytes[sizeAt], 8)
  if (sizeLength === null || sizeAt + sizeLength > bytes.length) return null
  const id = bytes.readUIntBE(at, idLength)
  return { id, headLength: idLength + sizeLength, size: sizeOf(bytes, sizeAt, sizeLength) }
}

export function* childrenOf(bytes: Buffer): Generator<readonly [id: number, content: Buffer]> {
  let at = 0
  for (let count = 0; count < mostChildren && at < bytes.length; count += 1) {
    const head = readHead(bytes, at)
    if (head === null || head.size === null) return
    const start = at + head.headLength
    if (head.size > bytes.length - start) return
    at = start + head.size
    yield [head.id, bytes.subarray(start, at)]
  }
}

export function childOf(bytes: Buffer, id: number): Buffer | null {
  for (const [found, content] of childrenOf(bytes)) if (found === id) return content
  return null
}

/** 0 for what is empty or too large. */
export function unsignedOf(content: Buffer | null): number {
  if (content === null || content.length === 0 || content.length > 8) return 0
  if (content.length <= 6) return content.readUIntBE(0, content.length)
  const value = Number(BigInt(`0x${content.toString('hex')}`))
  return Number.isSafeInteger(value) ? value : 0
}

export function floatOf(content: Buffer | null): number {
  const value =
    content?.length === 4
      ? content.readFloatBE(0)
      : content?.length === 8
        ? content.readDoubleBE(0)
        : 0
  return Number.isFinite(value) ? value : 0
}

function lengthOf(first: number | undefined, most: number): number | null {
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  return length <= most ? length : null
}

/** Null where all bits are set, which means unknown, and for what no number holds. */
function sizeOf(bytes: Buffer, at: number, length: number): number | null {
  let value = bytes[at]! & (0xff >> length)
  let isUnknown = value === 0xff >> length
  for (let place = 1; place < length; place += 1) {
    const byte = bytes[at + place]!
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return isUnknown || !Number.isSafeInteger(value) ? null : value
}
