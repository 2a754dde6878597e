import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../core/errors.ts'

const maxBytes = 2 * 2 ** 30

/**
 * Takes in a body of up to 2 GiB before anything is done with it: what is done takes longer than a client may take
 * to send. Throws PAYLOAD_TOO_LARGE. The file is gone once the work ends.
 */
export async function spooled<T>(
  body: Readable,
  work: (file: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'history-'))
  const path = join(folder, 'file')
  try {
    await pipeline(body, bounded, createWriteStream(path, { mode: 0o600 }))
    const file = createReadStream(path)
    try {
      return await work(file)
    } finally {
      file.destroy()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* bounded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > maxBytes) {
      throw new AppError('PAYLOAD_TOO_LARGE', 'The file is larger than 2 GiB.', {
        headers: { connection: 'close' },
      })
    }
    yield piece
  }
}
