// A separate process that reads an untrusted file from stdin and writes its content to stdout, which blocks while nobody reads.
import { fstatSync, readSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { AppError } from '../../../core/errors.ts'
import { refusal } from '../../../core/refusal-texts.ts'
import { readForeignFile } from '../../../trackers/files/recognise.ts'
import { fileFormat } from '../export-file.ts'
import { diskFull } from './messages.ts'
import type { ReaderMessage } from './messages.ts'
import { readExportedFile } from './exported-file.ts'

/** `aside` is a file that holds back messages until the whole input has proved valid. */
const [input, output, aside] = [0, 1, 3]
const headBytes = 4_096
const pieceBytes = 64 * 1024
/** Of other services' files. */
const maxForeignMiB = 64
/** Processor time, so that a busy machine does not matter. */
const maxWorkMs = 300_000
const aliveEveryBytes = 4 * 2 ** 20

function say(message: ReaderMessage, to = output): void {
  write(to, Buffer.from(`${JSON.stringify(message)}\n`))
}

function write(to: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(to, bytes, at)
}

/** Reuses one buffer: each piece overwrites the last. */
function* pieces(file: number): Generator<Uint8Array> {
  const piece = Buffer.alloc(pieceBytes)
  for (let at = 0; ;) {
    const length = readSync(file, piece, 0, pieceBytes, at)
    if (length === 0) return
    yield piece.subarray(0, length)
    at += length
    if (file === input && at % aliveEveryBytes < pieceBytes) {
      requireTime()
      say({ kind: 'reading' })
    }
  }
}

function requireTime(): void {
  const { user, system } = process.cpuUsage()
  if ((user + system) / 1_000 < maxWorkMs) return
  throw new AppError('PAYLOAD_TOO_LARGE', refusal('FILE_TAKES_TIME'))
}

function readFile(): void {
  const head = Buffer.alloc(headBytes)
  const length = readSync(input, head, 0, headBytes, 0)
  const isOwn = head.toString('latin1', 0, length).includes(`"${fileFormat}"`)
  if (isOwn) readOwn()
  else readForeign()
}

function readOwn(): void {
  const reading = readExportedFile(pieces(input))
  let next = reading.next()
  for (; !next.done; next = reading.next()) say(next.value, aside)
  const { users, skipped } = next.value
  say({ kind: 'users', users })
  for (const piece of pieces(aside)) write(output, piece)
  say({ kind: 'end', format: 'service', skipped })
}

function readForeign(): void {
  if (fstatSync(input).size > maxForeignMiB * 2 ** 20) {
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      refusal('FILE_OF_OTHERS_TOO_LARGE', { most: String(maxForeignMiB) }),
    )
  }
  const reading = readForeignFile(() => pieces(input))
  let next = reading.next()
  for (; !next.done; next = reading.next()) say(next.value)
  if (!next.value) {
    throw new AppError('BAD_REQUEST', refusal('FILE_NOT_OF_HISTORY'))
  }
  say({ kind: 'end', ...next.value })
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
  readFile()
} catch (error) {
  say(refusalOf(error))
}
