import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** Sends exact bytes over a socket and reads until the server closes or the answer is complete. */
export function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const bodiless = String(parts[0]).startsWith('HEAD ')
    let received = Buffer.alloc(0)
    const finish = (): void => {
      socket.destroy()
      const answer = readAnswer(received, bodiless)
      if (answer) resolve(answer)
      else reject(new Error(`no complete answer: ${received.toString('latin1').slice(0, 200)}`))
    }
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (readAnswer(received, bodiless)?.complete) finish()
    })
    socket.once('error', () => finish())
    socket.once('close', () => finish())
    socket.setTimeout(8_000, finish)
    for (const part of parts) socket.write(part)
  })
}

function readAnswer(bytes: Buffer, bodiless: boolean): (RawAnswer & { complete: boolean }) | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [start = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const body = bytes.subarray(end + 4)
  const length = bodiless ? 0 : Number(headers['content-length'] ?? 0)
  return {
    status: Number(start.split(' ')[1]),
    headers,
    body: body.toString('utf8'),
    complete: body.length >= length,
  }
}

/** The head of a request with a Host header; ends with the empty line. */
export function head(
  line: string,
  headers: Readonly<Record<string, string | number>> = {},
): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [line, ...lines, '', ''].join('\r\n')
}
