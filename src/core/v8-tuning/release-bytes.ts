/** Otherwise up to 64 MB of network data already written to disk wait for the next garbage collection. */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  // A view into a larger buffer is not ours alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
