/**
 * Gives back the memory of bytes that nobody needs any more. Without it up to 64 MB of pieces that came over the network
 * and were written to disk wait for the next garbage collection.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  // What is a part of something larger is not ours alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
