import { vi } from 'vitest'
import { sourceAt } from './addon.ts'
import type { Ending } from './ending.ts'
import { serveAddon } from './stremio.ts'
import { startUpstream } from './upstream.ts'

const minutes = 20
const total = 4 * 2 ** 20
const minute = total / minutes

export const watchedFilm = 'tt1000001'
export const watchedShow = 'tt2000001'

/** A source of a film and a series of two episodes, each a file of twenty minutes that has ranges. */
export async function startWatchedSource(ends: Ending) {
  const files = await startUpstream(
    ({ method, headers }, response) => {
      const [, from = '0', to = String(total - 1)] =
        /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
      const length = Number(to) - Number(from) + 1
      response.writeHead(headers.range ? 206 : 200, {
        'content-type': 'video/x-matroska',
        'accept-ranges': 'bytes',
        'content-length': length,
        ...(headers.range && { 'content-range': `bytes ${from}-${to}/${total}` }),
      })
      response.end(method === 'HEAD' ? undefined : Buffer.alloc(length, 7))
    },
    '127.0.0.1',
    ends,
  )
  const film = { id: watchedFilm, type: 'movie', name: 'Some Film', runtime: `${minutes} min` }
  const show = { ...film, id: watchedShow, type: 'series', name: 'Some Show' }
  const videos = [1, 2].map((episode) => ({
    id: `${watchedShow}:1:${episode}`,
    title: `Part ${episode}`,
    season: 1,
    episode,
    released: `2020-01-0${episode}`,
  }))
  const { url } = await serveAddon(
    {
      id: 'test.watched',
      version: '1.0.0',
      name: 'Watched',
      description: 'what a player watches in this test',
      types: ['movie', 'series'],
      resources: ['catalog', 'meta', 'stream'],
      idPrefixes: ['tt'],
      catalogs: [
        { type: 'movie', id: 'films', name: 'Films' },
        { type: 'series', id: 'shows', name: 'Shows' },
      ],
    },
    {
      catalog: ({ type }) => ({ metas: [type === 'movie' ? film : show] }),
      meta: ({ type }) => ({ meta: type === 'movie' ? film : { ...show, videos } }),
      stream: ({ id }) => ({
        streams: [{ name: 'Watched 1080p', title: `${id}.mkv`, url: `${files.url}/${id}.mkv` }],
      }),
    },
    ends,
  )
  return sourceAt(url, 'Watched')
}

/**
 * As a player that reads the file from one minute to another, while the clock goes on as the film does. `begun`: resolves once
 * the service has seen it begin.
 */
export async function watchFile(
  url: string,
  [from, to]: readonly [from: number, to: number],
  begun: () => Promise<unknown>,
): Promise<void> {
  const read = async (first: number, last: number): Promise<void> => {
    const range = `bytes=${Math.round(first * minute)}-${Math.round(last * minute) - 1}`
    const answer = await fetch(url, { headers: { range } })
    await answer.arrayBuffer()
  }
  await read(from, from + 0.5)
  await begun()
  vi.setSystemTime(Date.now() + (to - from) * 60_000)
  await read(from + 0.5, to)
}
