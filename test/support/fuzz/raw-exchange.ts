import { connect } from 'node:net'

export type RawExchange = {
  /** 0: no answer came. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly ms: number
  /** False: it was still going on when the time was over. */
  readonly ended: boolean
}

const lastChunk = Buffer.from('0\r\n\r\n')
const bodiless = new Set([204, 304])
const maxRead = 2 ** 20
const maxWatched = 2 ** 18

type SendOptions = {
  readonly timeoutMs: number
  /** Says that nothing more will come, whatever the request promised. */
  readonly endsEarly: boolean
}

/** Sends exact bytes, then reads until the answer is whole, the connection ends or the time is over. */
export function exchangeRaw(
  port: number,
  bytes: Buffer,
  { timeoutMs, endsEarly }: SendOptions,
): Promise<RawExchange> {
  return new Promise((resolve) => {
    const began = performance.now()
    const chunks: Buffer[] = []
    let size = 0
    const socket = connect(port, '127.0.0.1')
    const isHead = bytes.subarray(0, 5).toString('latin1') === 'HEAD '
    const timer = setTimeout(() => finish(false), timeoutMs)

    function finish(ended: boolean): void {
      clearTimeout(timer)
      socket.destroy()
      resolve({ ...readAnswer(Buffer.concat(chunks)), ms: performance.now() - began, ended })
    }

    socket
      .on('data', (chunk) => {
        chunks.push(chunk)
        size += chunk.length
        // Long answers end with their connection, or are long enough.
        if (size > maxRead || (size < maxWatched && isWhole(Buffer.concat(chunks), isHead)))
          finish(true)
      })
      .on('error', () => finish(true))
      .on('close', () => finish(true))
    if (endsEarly) socket.end(bytes)
    else socket.write(bytes)
  })
}

function readAnswer(bytes: Buffer): Pick<RawExchange, 'status' | 'headers' | 'body'> {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return { status: 0, headers: {}, body: '' }
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const status = Number(first.split(' ')[1])
  const rest = bytes.subarray(end + 4)
  if (status === 100) return readAnswer(rest)
  const body = bodiless.has(status) ? '' : bodyOf(rest, headers).toString('utf8')
  return { status, headers, body }
}

function bodyOf(rest: Buffer, headers: RawExchange['headers']): Buffer {
  if (headers['transfer-encoding'] === 'chunked') return unchunked(rest)
  const length = headers['content-length']
  return length === undefined ? rest : rest.subarray(0, Number(length))
}

function isWhole(bytes: Buffer, isHead: boolean): boolean {
  const { status, headers, body } = readAnswer(bytes)
  if (status === 0) return false
  if (isHead || bodiless.has(status)) return true
  if (headers['transfer-encoding'] === 'chunked') return bytes.subarray(-5).equals(lastChunk)
  const length = headers['content-length']
  return length !== undefined && Buffer.byteLength(body) >= Number(length)
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const line = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, line < 0 ? at : line).toString('latin1'), 16)
    if (!(size > 0)) break
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
  return Buffer.concat(parts)
}
