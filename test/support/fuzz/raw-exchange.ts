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
    const isHead = bytes.subarray(0, 5).toString('latin1') === 'HEAD '
    const chunks: Buffer[] = []
    let head: Head | null = null
    let size = 0
    const socket = connect(port, '127.0.0.1')
    const timer = setTimeout(() => finish(false), timeoutMs)

    function finish(ended: boolean): void {
      clearTimeout(timer)
      socket.destroy()
      const { status, headers } = head ?? noHead
      const body = head === null ? '' : textOf(Buffer.concat(chunks), head)
      resolve({ status, headers, body, ms: performance.now() - began, ended })
    }

    socket
      .on('data', (chunk) => {
        chunks.push(chunk)
        size += chunk.length
        head ??= readHead(Buffer.concat(chunks), isHead)
        if (head !== null && (size >= head.end || (head.chunked && endsHere(chunk)))) finish(true)
      })
      .on('error', () => finish(true))
      .on('close', () => finish(true))
    if (endsEarly) socket.end(bytes)
    else socket.write(bytes)
  })
}

type Head = Pick<RawExchange, 'status' | 'headers'> & {
  /** Where the body begins, and the least size of a whole answer. */
  readonly begin: number
  readonly end: number
  readonly chunked: boolean
}

const noHead = { status: 0, headers: {} }

/** Null until it is whole. */
function readHead(bytes: Buffer, isHead: boolean, from = 0): Head | null {
  const close = bytes.indexOf('\r\n\r\n', from)
  if (close < 0) return null
  const [first = '', ...lines] = bytes.subarray(from, close).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const status = Number(first.split(' ')[1])
  const begin = close + 4
  if (status === 100) return readHead(bytes, isHead, begin)
  const chunked = headers['transfer-encoding'] === 'chunked'
  const isEmpty = isHead || bodiless.has(status)
  const length = isEmpty ? 0 : (headers['content-length'] ?? Infinity)
  // Long answers are cut off.
  const end = Math.min(begin + Number(length), maxRead)
  return { status, headers, begin, end, chunked: chunked && !isEmpty }
}

function endsHere(chunk: Buffer): boolean {
  return chunk.subarray(-lastChunk.length).equals(lastChunk)
}

function textOf(bytes: Buffer, { begin, end, chunked }: Head): string {
  return (chunked ? unchunked(bytes.subarray(begin)) : bytes.subarray(begin, end)).toString('utf8')
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
