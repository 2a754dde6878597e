import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import type { Ending } from './ending.ts'
import { json, startUpstream } from './upstream.ts'
import type { Handler } from './upstream.ts'

export type AddonOptions = {
  name?: string
  /** What the stream resource answers: a list, or a handler of one's own. */
  streams?: readonly object[] | Handler
  manifest?: object
  /** What is known about each title. */
  meta?: object
  ends?: Ending
}

/** Names a film, a group and a size the way addons do. */
export function filmStream(number: number, values: object = {}) {
  const filename = `Some.Film.2020.1080p.WEB-DL.x264-GRP${number}.mkv`
  return {
    name: 'Loopback 1080p',
    title: `${filename}\n👤 ${number} 💾 ${number}.5 GB`,
    infoHash: number.toString(16).padStart(40, '0'),
    fileIdx: 0,
    behaviorHints: { filename },
    ...values,
  }
}

/** A real source of the Stremio protocol on a loopback port, as a configuration names it. */
export async function startAddon({
  name = 'Loopback',
  streams = [],
  manifest = {},
  meta,
  ends = onTestFinished,
}: AddonOptions = {}) {
  const answerStreams = typeof streams === 'function' ? streams : json({ streams })
  const answerManifest = json({
    id: `test.${name.toLowerCase()}`,
    version: '1.0.0',
    name,
    description: 'answers from this test',
    types: ['movie', 'series'],
    resources: meta ? ['stream', 'meta'] : ['stream'],
    idPrefixes: ['tt'],
    catalogs: [],
    ...manifest,
  })
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = (request.url ?? '').split('?')
    if (path.endsWith('/manifest.json')) answerManifest(request, response)
    else if (path.includes('/stream/')) answerStreams(request, response)
    else if (meta && path.includes('/meta/')) json({ meta })(request, response)
    else response.writeHead(404).end()
  }
  const upstream = await startUpstream(answer, '127.0.0.1', ends)
  return { ...upstream, source: sourceAt(`${upstream.url}/manifest.json`, name) }
}

/** An entry of a configuration's `sources`. */
export function sourceAt(url: string, name = 'Loopback', values: object = {}) {
  return { type: 'stremio', name, url, ...values }
}
