import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

export type UploadAnswer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
  readonly body: any
}

export type UploadOptions = {
  readonly token: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string | number>>
  /** Of the sender, on this machine. */
  readonly from?: string
}

/** Sends a file to be imported, as a client that goes on sending until it is answered. */
export function sendFile(
  url: string,
  file: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  { token, query = '', headers = {}, from }: UploadOptions,
): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const sending = Readable.from(file, { objectMode: false, highWaterMark: 2 ** 18 })
    const sent = request(`${url}/Service/History/Import${query}`, {
      method: 'POST',
      headers: { 'x-emby-token': token, ...headers },
      agent: false,
      ...(from !== undefined && { localAddress: from }),
    })
    sent.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => (text += piece))
      response.once('error', reject)
      response.once('end', () => {
        sending.destroy()
        sent.destroy()
        const isJson = /^application\/(problem\+)?json/.test(response.headers['content-type'] ?? '')
        const body: unknown = isJson ? JSON.parse(text) : null
        resolve({ status: response.statusCode!, headers: response.headers, text, body })
      })
    })
    sent.once('error', reject)
    sending.once('error', () => {})
    sending.pipe(sent)
  })
}

/** The same text again and again, up to so many bytes, in pieces of a quarter of a megabyte. */
export function* repeated(text: string, bytes: number, head = '', tail = ''): Generator<Buffer> {
  yield Buffer.from(head)
  const piece = Buffer.from(text.repeat(Math.ceil(2 ** 18 / text.length)))
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
  yield Buffer.from(tail)
}

/** Ids of the processes that a process has started. */
export function childrenOf(pid: number): number[] {
  return wordsOf(`/proc/${pid}/task/${pid}/children`).map(Number)
}

/**
 * Resident bytes of a process and of what those that it has started hold for themselves: the program is in memory once.
 * One that is about to become another program still shows what the first one holds.
 */
export function memoryOf(pid: number): number {
  const command = textOf(`/proc/${pid}/cmdline`)
  const started = childrenOf(pid).filter((child) => textOf(`/proc/${child}/cmdline`) !== command)
  return started.reduce((sum, child) => sum + heldBy(child, 'RssAnon'), heldBy(pid, 'VmRSS'))
}

/** Bytes. */
function heldBy(pid: number, what: 'RssAnon' | 'VmRSS'): number {
  const words = wordsOf(`/proc/${pid}/status`)
  const at = words.indexOf(`${what}:`)
  return at < 0 ? 0 : Number(words[at + 1]) * 1_024
}

/** Bytes of the files that a process keeps open under this folder, with a name or without. */
export function heldUnder(pid: number, folder: string): number {
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`)
  return open.reduce((sum, fd) => {
    try {
      return readlinkSync(fd).startsWith(folder) ? sum + statSync(fd).size : sum
    } catch {
      // It was closed meanwhile.
      return sum
    }
  }, 0)
}

function wordsOf(path: string): string[] {
  return textOf(path).split(/\s+/).filter(Boolean)
}

/** Empty where the process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
