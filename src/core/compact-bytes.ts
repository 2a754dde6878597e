/** A small view keeps its whole buffer alive, which for pooled buffers is many times its size. */
export function compactBytes(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength > 2 * bytes.byteLength ? new Uint8Array(bytes) : bytes
}
