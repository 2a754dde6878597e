// A separate process that reads an untrusted file from stdin, puts its content aside and says on stdout what became of it.
import { fstatSync, readSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { AppError } from '../../../core/errors.ts'
import { refusal } from '../../../core/refusal-texts.ts'
import { readForeignFile } from '../../../trackers/files/recognise.ts'
import { fileFormat } from '../export-file.ts'
import { diskFull } from './messages.ts'
import type { FileContent, FileSummary, ReaderMessage } from './messages.ts'
import { readExportedFile } from './exported-file.ts'

/** `aside` is a file that holds the content until the whole input has proved valid. */
const [input, output, aside] = [0, 1, 3]
const headBytes = 4_096
const pieceBytes = 64 * 1024
/** Of other services' files. */
const maxForeignMiB = 64
/** Processor time, so that a busy machine does not matter. */
const workMs = Number(process.argv[2])
const aliveEveryBytes = 4 * 2 ** 20

function say(message: ReaderMessage): void {
  write(output, message)
}

function write(to: number, message: ReaderMessage | FileContent): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`)
  for (let at = 0; at < bytes.length;) at += writeSync(to, bytes, at)
}

/** Reuses one buffer: each piece overwrites the last. */
function* pieces(): Generator<Uint8Array> {
  const piece = Buffer.alloc(pieceBytes)
  for (let at = 0; ;) {
    const length = readSync(input, piece, 0, pieceBytes, at)
    if (length === 0) return
    yield piece.subarray(0, length)
    at += length
    if (at % aliveEveryBytes < pieceBytes) {
      requireTime()
      say({ kind: 'reading' })
    }
  }
}

function requireTime(): void {
  const { user, system } = process.cpuUsage()
  if ((user + system) / 1_000 < workMs) return
  throw new AppError('PAYLOAD_TOO_LARGE', refusal('FILE_TAKES_TIME'))
}

function readFile(): FileSummary {
  const head = Buffer.alloc(headBytes)
  const length = readSync(input, head, 0, headBytes, 0)
  const isOwn = head.toString('latin1', 0, length).includes(`"${fileFormat}"`)
  return isOwn ? readOwn() : readForeign()
}

function readOwn(): FileSummary {
  return { format: 'service', ...putAside(readExportedFile(pieces())) }
}

function readForeign(): FileSummary {
  if (fstatSync(input).size > maxForeignMiB * 2 ** 20) {
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      refusal('FILE_OF_OTHERS_TOO_LARGE', { most: String(maxForeignMiB) }),
    )
  }
  const file = putAside(readForeignFile(pieces))
  if (!file) {
    throw new AppError('BAD_REQUEST', refusal('FILE_NOT_OF_HISTORY'))
  }
  return { users: [], ...file }
}

function putAside<T>(reading: Generator<FileContent, T>): T {
  let next = reading.next()
  for (; !next.done; next = reading.next()) write(aside, next.value)
  return next.value
}

function refusalOf(error: unknown): ReaderMessage {
  if (error instanceof AppError) {
    return { kind: 'refused', code: error.code, said: error.reason ?? error.message }
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return { kind: 'refused', code: 'SERVICE_UNAVAILABLE', said: diskFull }
  }
  return { kind: 'failed', error: error instanceof Error ? String(error.stack) : String(error) }
}

try {
  flushCompileCache()
  say({ kind: 'read', ...readFile() })
} catch (error) {
  say(refusalOf(error))
}
