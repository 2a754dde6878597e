/** The bytes of a text, in pieces of this length, each overwritten by the next as a reader of a file does it. */
export function piecesOf(text: string | Buffer, size = 64 * 1024): () => Iterable<Uint8Array> {
  const bytes = Buffer.from(text as string)
  return function* pieces() {
    const piece = Buffer.alloc(size)
    for (let start = 0; start < bytes.length; start += size) {
      const length = bytes.copy(piece, 0, start, start + size)
      yield piece.subarray(0, length)
    }
  }
}
