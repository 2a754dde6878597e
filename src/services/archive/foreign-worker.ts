import { parentPort, workerData } from 'node:worker_threads'
import { readForeignFile } from '../../trackers/files/recognise.ts'
import type { WorkerMessage } from './foreign-file.ts'

/** Entries of one message: the other thread takes each in one turn. */
const atOnce = 5_000

const text = Buffer.from(workerData as Uint8Array).toString('utf8')
const found = readForeignFile(text)
const { entries = [], ...file } = found ?? {}
const say = (message: WorkerMessage): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  parentPort!.postMessage(message)
}
for (let start = 0; start < entries.length; start += atOnce) {
  say({ kind: 'entries', entries: entries.slice(start, start + atOnce) })
}
say({ kind: 'end', file: found && (file as Omit<typeof found, 'entries'>) })
