import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../core/errors.ts'
import { refusal } from '../../../core/refusal-texts.ts'
import { within } from '../../../core/within.ts'
import type { HeldFile } from '../spool.ts'
import type { FileContent, FileMessage, FileSummary, ReaderMessage } from './messages.ts'

const script = fileURLToPath(new URL('./reader-process.ts', import.meta.url))

/** Megabytes, 1.5 times what a valid file needs. No V8 helper threads: they would run at the service's priority. */
const parameters = ['--max-old-space-size=32', '--max-semi-space-size=2', '--v8-pool-size=0']

const usualLimits = {
  /** Processor time of the reading process. */
  workMs: 300_000,
  silenceMs: 60_000,
  longestMs: 30 * 60_000,
}

/**
 * Reads an open file in a separate process, which may crash without harm; hands on nothing before it has read the whole
 * file. Throws the reason for refusing the file, PAYLOAD_TOO_LARGE if it needs too much memory or time.
 */
export async function* readApart(
  held: HeldFile,
  signal: AbortSignal,
  limits: typeof usualLimits = usualLimits,
): AsyncGenerator<FileMessage> {
  const { users, ...rest } = await readWhole(held, signal, limits)
  yield { kind: 'users', users }
  const content = held.aside.createReadStream({ start: 0, autoClose: false })
  for await (const message of messagesOf<FileContent>(content)) {
    if (signal.aborted) throw interrupted()
    yield message
  }
  yield { kind: 'end', ...rest }
}

async function readWhole(
  { file, aside }: HeldFile,
  signal: AbortSignal,
  { workMs, silenceMs, longestMs }: typeof usualLimits,
): Promise<FileSummary> {
  const child = spawn(process.execPath, [...parameters, script, String(workMs)], {
    env: environment(),
    stdio: [file.fd, 'pipe', 'ignore', aside.fd],
    signal,
    killSignal: 'SIGKILL',
  })
  const ended = endOf(child)
  lowerPriority(child)
  const until = performance.now() + longestMs
  try {
    const messages = messagesOf<ReaderMessage>(withoutSilence(child.stdout!, silenceMs))
    for await (const message of messages) {
      if (performance.now() > until) throw tooLong()
      if (message.kind === 'refused') throw new AppError(message.code, message.said)
      if (message.kind === 'failed') throw new Error(`reading a file failed: ${message.error}`)
      if (message.kind === 'reading') continue
      const { kind: _kind, ...summary } = message
      return summary
    }
    // V8 aborts when its heap is full.
    if ((await ended) === 'SIGABRT') {
      throw new AppError('PAYLOAD_TOO_LARGE', refusal('FILE_TAKES_MEMORY'))
    }
    throw interrupted()
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

function endOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => {
    child.once('close', (_code, signal) => resolve(signal))
    child.once('error', () => resolve(null))
  })
}

function environment(): Record<string, string> {
  const cache = getCompileCacheDir()
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has ended, or the system has no priorities.
  }
}

async function* withoutSilence(output: Readable, silenceMs: number): AsyncGenerator<Buffer> {
  const pieces = output[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const { done, value } = await within(silenceMs, pieces.next(), tooLong)
    if (done) return
    yield value
  }
}

async function* messagesOf<T>(pieces: AsyncIterable<Buffer>): AsyncGenerator<T> {
  let line: Buffer[] = []
  for await (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, from)) {
      line.push(piece.subarray(from, at))
      yield JSON.parse(Buffer.concat(line).toString()) as T
      line = []
      from = at + 1
    }
    line.push(piece.subarray(from))
  }
}

function tooLong(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', refusal('FILE_TAKES_TIME'))
}

function interrupted(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', refusal('FILE_INTERRUPTED'), { retryAfter: 5 })
}
