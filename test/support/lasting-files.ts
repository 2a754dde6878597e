import { fileLasting, rangesOf } from './media-files.ts'
import { startUpstream } from './upstream.ts'

const total = 60 * 2 ** 20

/** Large files by path, each as long as its header says; of several lengths the next one holds after each request. No others exist. */
export async function startLastingFiles(lengths: Record<string, number[]>) {
  const read: string[] = []
  const opened: string[] = []
  const upstream = await startUpstream(async (request, response) => {
    const path = request.url!
    const known = lengths[path]
    const [, from = '0', to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const isHeader = to !== undefined
    if (isHeader && from === '0') read.push(path)
    if (!isHeader) opened.push(path)
    if (!known) return response.writeHead(404).end()
    const length = known.length > 1 ? known.shift()! : known[0]!
    const begin = Number(from)
    const end = to ? Number(to) : total - 1
    response.writeHead(request.headers.range ? 206 : 200, {
      'content-type': 'video/x-matroska',
      'content-length': end - begin + 1,
      ...(request.headers.range && { 'content-range': `bytes ${begin}-${end}/${total}` }),
    })
    if (request.method === 'HEAD') return response.end()
    const sent = Math.min(end - begin + 1, 2 ** 18)
    const { bytes } = await rangesOf([[0, fileLasting(length)]], total).fetch(begin, sent)
    return isHeader ? response.end(bytes) : response.write(bytes)
  })
  return { url: upstream.url, read, opened }
}
