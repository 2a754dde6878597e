// A process of its own reads the file that is its standard input, as little trusted as that is, and says what it holds
// on its standard output. A pipe that nobody empties makes it wait.
import { fstatSync, readSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { AppError } from '../../../core/errors.ts'
import { readForeignFile } from '../../../trackers/files/recognise.ts'
import { fileFormat } from '../export-file.ts'
import type { FileMessage, ReaderMessage } from './messages.ts'
import { readOwnFile } from './own-file.ts'

const [input, output] = [0, 1]
/** Enough to tell what a file is. */
const headBytes = 4_096
const pieceBytes = 64 * 1024
/** Of files of other services. */
const maxForeignBytes = 64 * 2 ** 20
/** Of processor time, which no load of the machine lengthens. */
const maxWorkMs = 300_000
/** Between two signs of life. */
const aliveEveryBytes = 4 * 2 ** 20

function say(message: ReaderMessage): void {
  const line = Buffer.from(`${JSON.stringify(message)}\n`)
  for (let at = 0; at < line.length;) at += writeSync(output, line, at)
}

/** The bytes of the file, from its start. Each piece is overwritten by the next. */
function* pieces(): Generator<Uint8Array> {
  const piece = Buffer.alloc(pieceBytes)
  for (let at = 0; ;) {
    const { user, system } = process.cpuUsage()
    if ((user + system) / 1_000 > maxWorkMs) {
      throw new AppError('PAYLOAD_TOO_LARGE', 'The file takes too long to read; send it in parts.')
    }
    const length = readSync(input, piece, 0, pieceBytes, at)
    if (length === 0) return
    yield piece.subarray(0, length)
    at += length
    if (at % aliveEveryBytes < pieceBytes) say({ kind: 'reading' })
  }
}

function messages(): Iterable<FileMessage> {
  const head = Buffer.alloc(headBytes)
  const length = readSync(input, head, 0, headBytes, 0)
  const isOwn = head.toString('latin1', 0, length).includes(`"${fileFormat}"`)
  return isOwn ? readOwnFile(pieces) : foreign()
}

function* foreign(): Generator<FileMessage> {
  if (fstatSync(input).size > maxForeignBytes) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'Files of other services may have at most 64 MiB.')
  }
  const entries = readForeignFile(pieces)
  let next = entries.next()
  for (; !next.done; next = entries.next()) yield { kind: 'foreign', ...next.value }
  if (next.value) {
    yield { kind: 'end', ...next.value }
    return
  }
  throw new AppError(
    'BAD_REQUEST',
    'This is no history file. Send an export of this service, of Trakt, of Simkl or of Yamtrack.',
  )
}

try {
  flushCompileCache()
  for (const message of messages()) say(message)
} catch (error) {
  say(
    error instanceof AppError
      ? { kind: 'refused', code: error.code, message: error.message }
      : { kind: 'failed', error: error instanceof Error ? String(error.stack) : String(error) },
  )
}
