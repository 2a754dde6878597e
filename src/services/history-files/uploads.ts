import { createWorkQueue } from '../../security/work-queue.ts'
import type { FileMessage } from './reading/messages.ts'
import { readApart } from './reading/reader.ts'
import { createSpool } from './spool.ts'
import type { Upload } from './spool.ts'
import { createUploadSlots } from './upload-slots.ts'
import type { Uploader } from './upload-slots.ts'

export type Uploads = ReturnType<typeof createUploads>

/** Receives files that people send and reads them, one after the other, in a process of their own. */
export function createUploads({ folder }: { folder: string }) {
  const spool = createSpool(folder)
  const takeSlot = createUploadSlots()
  // The slots are the bound; nothing is refused here.
  const reading = createWorkQueue({ slots: 1, waiting: Infinity })
  const stopped = new AbortController()
  // A file that cannot be removed is in nobody's way.
  const swept = spool.sweep().catch(() => {})

  return {
    /**
     * Reads the file to its end, in its turn. Throws RATE_LIMIT_EXCEEDED where too many wait, PAYLOAD_TOO_LARGE past a
     * bound, BAD_REQUEST for a file that is not known; the iteration of the messages throws the same.
     */
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

    /** Ends what is being read. */
    async close(): Promise<void> {
      stopped.abort()
    },
  }
}
