import { createKeyedQueues } from '../../core/keyed-queues.ts'
import { createWorkQueue } from '../../core/work-queue.ts'
import type { WorkQueue } from '../../core/work-queue.ts'
import type { FileMessage } from './reading/messages.ts'
import { readApart } from './reading/reader.ts'
import { createSpool } from './spool.ts'
import type { Upload } from './spool.ts'
import { createUploadSlots } from './upload-slots.ts'
import type { Uploader } from './upload-slots.ts'

export type Uploads = ReturnType<typeof createUploads>

/** Receives files, reads them one at a time in a separate process, and has them written in turns. */
export function createUploads({ folder }: { folder: string }) {
  const spool = createSpool(folder)
  const takeSlot = createUploadSlots()
  // Bounded by the upload slots.
  const reading = createWorkQueue({ slots: 1, waiting: Infinity })
  const writing = createWorkQueue({ slots: 1, waiting: Infinity })
  const inOrder = createKeyedQueues(1)
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
          inOrder(String(uploader.configuration), () =>
            work(inSlots(readApart(held, stopped.signal), reading, writing)),
          ),
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

/** The first message comes when the whole file is read. Each other is written while nobody else writes. */
async function* inSlots(
  messages: AsyncGenerator<FileMessage>,
  reading: WorkQueue,
  writing: WorkQueue,
): AsyncGenerator<FileMessage> {
  try {
    const first = await reading.run(() => messages.next())!
    if (first.done) return
    yield first.value
    for await (const message of messages) {
      const release = await slotOf(writing)
      try {
        yield message
      } finally {
        release()
      }
    }
  } finally {
    await messages.return(undefined)
  }
}

function slotOf(queue: WorkQueue): Promise<() => void> {
  return new Promise((begin) => {
    queue.run(() => new Promise<void>((end) => begin(end)))?.catch(() => {})
  })
}
