import { createWorkQueue } from '../../core/work-queue.ts'
import type { FileMessage } from './reading/messages.ts'
import { readApart } from './reading/reader.ts'
import { createSpool } from './spool.ts'
import type { Upload } from './spool.ts'
import { createUploadSlots } from './upload-slots.ts'
import type { Uploader } from './upload-slots.ts'

export type Uploads = ReturnType<typeof createUploads>

/** Receives files and reads them one at a time in a separate process. */
export function createUploads({ folder }: { folder: string }) {
  const spool = createSpool(folder)
  const takeSlot = createUploadSlots()
  // Bounded by the upload slots.
  const reading = createWorkQueue({ slots: 1, waiting: Infinity })
  const stopped = new AbortController()
  // A leftover file does no harm.
  const swept = spool.sweep().catch(() => {})

  return {
    /** Throws RATE_LIMIT_EXCEEDED, PAYLOAD_TOO_LARGE, or BAD_REQUEST for an unknown file; so does iterating the messages. */
    async read<T>(
      uploader: Uploader,
      upload: Upload,
      work: (messages: AsyncIterable<FileMessage>) => Promise<T>,
    ): Promise<T> {
      const release = takeSlot(uploader)
      try {
        await swept
        return await spool.hold(uploader.configuration, upload, (held) =>
          reading.run(() => work(readApart(held, stopped.signal)))!,
        )
      } finally {
        release()
      }
    },

    async close(): Promise<void> {
      stopped.abort()
    },
  }
}
