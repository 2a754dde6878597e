import { fileURLToPath } from 'node:url'
import { startNode } from './children.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'

export type Baseline = HttpClient & {
  /** Sets what its searches answer. */
  setResults(results: unknown): Promise<void>
  /** Sets what `/constant` answers. */
  setConstant(text: string): Promise<void>
  /** Microseconds of processor time since the start. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

/** A process that does nothing but what a search cannot do without: fetch, parse, write. */
export async function startBaseline(upstreamUrl: string): Promise<Baseline> {
  const script = fileURLToPath(new URL('baseline-server.ts', import.meta.url))
  const child = startNode([script, upstreamUrl])
  const [, port] = await child.saying(/^port (\d+)$/)
  const client = createHttpClient(`http://127.0.0.1:${port}`)
  return {
    ...client,
    async setResults(results) {
      await client.put('/results', results)
    },
    async setConstant(text) {
      await client.put('/constant', text)
    },
    async cpu() {
      const { user, system } = JSON.parse((await client.get('/usage')).body) as NodeJS.CpuUsage
      return user + system
    },
    async stop() {
      await client.close()
      await child.stop()
    },
  }
}

/** The address of a search over these answers. */
export function baselineSearch(paths: readonly string[]): string {
  return `/search?${paths.map((path) => `path=${encodeURIComponent(path)}`).join('&')}`
}
