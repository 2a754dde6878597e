import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Pipes with backpressure; if either side fails, the other is closed. Resolves when both are done. */
export async function pipeBody(from: Readable, to: ServerResponse): Promise<void> {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      to.write(chunk, (error) => {
        if (!error) release(chunk)
        done(error)
      })
    },
    final(done) {
      to.end(done)
    },
    destroy(error, done) {
      if (error) to.destroy()
      done(null)
    },
  })
  try {
    await pipeline(from, sink)
  } catch {
    // The client is gone.
  }
}

/** Frees sent buffers at once, or garbage would grow to 100 MB. Chunks of one read share memory, so only sole owners are freed. */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
