import type { Stream } from '../../src/model/search-result.ts'
import type { startRoutes } from './byte-routes.ts'
import { startUpstream } from './upstream.ts'

export const page = { origin: 'https://page.example' }
export const megabyte = 2 ** 20
/** Of a film of 90 minutes that is not too small to be one. */
export const filmBytes = 60 * megabyte

/** Files by path: the first byte of each tells them apart. Statuses in `refusals` answer first, one request each. */
export async function startFiles(total = filmBytes) {
  const refusals = new Map<string, number[]>()
  const waits = new Map<string, string>()
  const upstream = await startUpstream((request, response) => {
    const path = request.url!
    const refusal = refusals.get(path)?.shift()
    const after = waits.get(path)
    const wait = after === undefined ? {} : { 'retry-after': after }
    if (refusal !== undefined) return response.writeHead(refusal, wait).end()
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const end = to ? Number(to) : total - 1
    response.writeHead(request.headers.range ? 206 : 200, {
      'content-type': 'video/x-matroska',
      'content-length': end - Number(from) + 1,
      'accept-ranges': 'bytes',
      ...(request.headers.range && { 'content-range': `bytes ${from}-${end}/${total}` }),
    })
    // Nobody reads on.
    return request.method === 'HEAD' ? response.end() : response.write(path.slice(1))
  })
  return {
    ...upstream,
    refuse: (path: string, ...statuses: number[]) => refusals.set(path, statuses),
    /** What refusals of the path say about the next request. */
    wait: (path: string, after: string) => waits.set(path, after),
    asked: (path: string) => upstream.paths.filter((one) => one === path).length,
  }
}

export const gone = Array.from({ length: 50 }, () => 404)
export const part = (from: number) => ({ ...page, range: `bytes=${from}-` })

/** What the file that answers is called. */
export async function begins(
  { open }: Awaited<ReturnType<typeof startRoutes>>,
  id: string,
  headers: object = page,
) {
  const answer = await open(`/Videos/${id}/stream`, { ...headers })
  if (answer.statusCode! >= 300) return answer.statusCode
  const [first] = await answer.take(1).toArray()
  answer.destroy()
  return String(first)
}

export function like(url: string, values: Partial<Stream> = {}): Partial<Stream> {
  return { url, bingeGroup: 'one', ...values }
}
