import { AppError } from '../../core/errors.ts'
import { createWorkQueue } from '../../security/work-queue.ts'
import type { FileMessage } from './reading/messages.ts'
import { readApart } from './reading/reader.ts'
import { createSpool } from './spool.ts'
import type { Upload } from './spool.ts'

/** Files that are on their way in, wait or are read. */
const places = 16
/** Of one configuration: others find a place whatever it does. */
const ownPlaces = 2
const retryAfter = 30

export type Uploads = ReturnType<typeof createUploads>

/** Takes in files that people send and reads them, one after the other, apart from the service. */
export function createUploads({ folder }: { folder: string }) {
  const spool = createSpool(folder)
  const reading = createWorkQueue({ slots: 1, waiting: places })
  const taken = new Map<number, number>()
  const stopped = new AbortController()
  // What cannot be removed is in nobody's way.
  const swept = spool.sweep().catch(() => {})

  function enter(configuration: number): () => void {
    const own = taken.get(configuration) ?? 0
    if (own >= ownPlaces) {
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        `${ownPlaces} files of this configuration are being imported already; send this one after them.`,
        { retryAfter },
      )
    }
    if (taken.values().reduce((sum, count) => sum + count, 0) >= places) {
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        'Too many files are being imported; send this one again in a while.',
        { retryAfter },
      )
    }
    taken.set(configuration, own + 1)
    return () => {
      const left = taken.get(configuration)! - 1
      if (left > 0) taken.set(configuration, left)
      else taken.delete(configuration)
    }
  }

  return {
    /**
     * Reads the file to its end, in its turn. Throws RATE_LIMIT_EXCEEDED where too many wait, PAYLOAD_TOO_LARGE past a
     * bound, BAD_REQUEST for no file that is known; the work hears of either as it asks for more.
     */
    async read<T>(
      configuration: number,
      upload: Upload,
      work: (messages: AsyncIterable<FileMessage>) => Promise<T>,
    ): Promise<T> {
      const leave = enter(configuration)
      try {
        await swept
        return await spool.hold(configuration, upload, (held) =>
          reading.run(() => work(readApart(held, stopped.signal)))!,
        )
      } finally {
        leave()
      }
    },

    /** Ends what is being read. */
    async close(): Promise<void> {
      stopped.abort()
    },
  }
}
