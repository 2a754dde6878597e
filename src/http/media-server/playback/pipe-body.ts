import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Sends everything that comes, no faster than the client takes it, and ends the answer; whichever side breaks off ends the
 * other one. Resolves once both are over.
 */
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
    // There is nobody left to be told.
  }
}

/**
 * Gives sent memory back at once: left to the garbage collection, which sees only the small objects around it, it would
 * grow to a hundred megabytes. Pieces of one read share their memory, so only what has its own is given back.
 */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
