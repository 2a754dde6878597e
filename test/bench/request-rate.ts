import type { HttpClient } from './http-client.ts'

const clients = 16
const sliceMs = 500

/** How often clients are answered that ask without a pause. */
export async function requestsPerSecond(client: HttpClient, path: string): Promise<number> {
  const started = performance.now()
  const counts = await Promise.all(
    Array.from({ length: clients }, async () => {
      let count = 0
      for (; performance.now() - started < sliceMs; count++) await client.get(path)
      return count
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}
