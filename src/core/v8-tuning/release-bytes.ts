/** Otherwise used network data waits for the next garbage collection: up to 64 MB of uploads, 15 MB of searches' answers. */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  // A view into a larger buffer is not ours alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
