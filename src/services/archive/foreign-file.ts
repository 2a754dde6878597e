import { Worker } from 'node:worker_threads'
import { AppError } from '../../core/errors.ts'
import type { ImportedEntry } from '../../model/tracker.ts'
import type { ForeignFile } from '../../trackers/files/recognise.ts'

export type WorkerMessage =
  | { readonly kind: 'entries'; readonly entries: readonly ImportedEntry[] }
  | { readonly kind: 'end'; readonly file: Omit<ForeignFile, 'entries'> | null }

const worker = new URL('foreign-worker.ts', import.meta.url)
const longestMs = 60_000
const memoryMb = 768

/**
 * Reads a file of another service in a thread of its own: a large one takes seconds, and one that is made to do harm
 * takes its thread down instead of the service. Null where it is none; throws BAD_REQUEST where it takes too much.
 */
export function readForeign(bytes: Uint8Array): Promise<ForeignFile | null> {
  return new Promise((resolve, reject) => {
    const entries: ImportedEntry[] = []
    const thread = new Worker(worker, {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const refuse = (): void => {
      reject(new AppError('BAD_REQUEST', 'This file takes too long or too much memory to read.'))
      void thread.terminate()
    }
    const deadline = setTimeout(refuse, longestMs)
    thread
      .on('message', (message: WorkerMessage) => {
        if (message.kind === 'entries') entries.push(...message.entries)
        else {
          resolve(message.file && { ...message.file, entries })
          void thread.terminate()
        }
      })
      .on('error', refuse)
      .on('exit', () => {
        clearTimeout(deadline)
        refuse()
      })
  })
}
