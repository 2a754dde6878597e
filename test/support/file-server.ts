import { createReadStream, statSync } from 'node:fs'
import type { Handler } from './upstream.ts'

/** Serves one file the way any file server does, and says nothing of other origins. */
export function fileServer(file: string): Handler {
  const { size } = statSync(file)
  return ({ headers, method }, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    const start = Number(from ?? 0)
    const end = to ? Number(to) : size - 1
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
    })
    if (method === 'HEAD') response.end()
    else createReadStream(file, { start, end }).pipe(response)
  }
}
