import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/free-port.ts'
import { startNode } from './children.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'

/** Sources of streams in a process of their own, which answer at once. */
export type Upstream = HttpClient & {
  stop(): Promise<void>
}

export type MediaType = 'movie' | 'series'

/** Digits of an id choose one of this many different answers. */
export const variants = 8

const patienceMs = 10_000

/** The bench's own sources, or those of the folder `BENCH_INPUT`. */
export async function startUpstream(folder: string | undefined): Promise<Upstream> {
  const script = folder
    ? join(folder, 'addon-server.mjs')
    : fileURLToPath(new URL('input/upstream-server.ts', import.meta.url))
  const port = await freePort()
  const child = startNode([script, String(port)])
  const client = createHttpClient(`http://127.0.0.1:${port}`)
  const stop = async () => {
    await client.close()
    await child.stop()
  }
  try {
    await untilAnswering(client)
    return { ...client, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilAnswering(client: HttpClient): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      await client.get(manifestPath(0, 1))
      return
    } catch (error) {
      if (performance.now() > until) throw error
      await sleep(20)
    }
  }
}

export function manifestPath(source: number, count: number): string {
  return `/a/${source}/${count}/manifest.json`
}

export function streamPath(source: number, count: number, type: MediaType, id: string): string {
  return `/a/${source}/${count}/stream/${type}/${encodeURIComponent(id)}.json`
}

/** An id that no other number has. Neighbours are of different variants, and `variants` further comes the same again. */
export function idOf(number: number, type: MediaType): string {
  const digits = String(number).padStart(7, '0')
  return type === 'movie' ? `tt${digits}` : `tt${digits}:5:14`
}

/** Lets the sources make their answers, which is no part of anybody's work. */
export async function prepareAnswers(
  upstream: HttpClient,
  sources: number,
  count: number,
  type: MediaType,
): Promise<void> {
  for (let variant = 0; variant < variants; variant++) {
    for (let source = 0; source < sources; source++) {
      await upstream.get(streamPath(source, count, type, idOf(variant, type)))
    }
  }
}
