import { expect } from 'vitest'
import { signInApp } from './media-client.ts'
import type { Auth, RunningService } from './service.ts'

const dayMs = 86_400_000

/** Imports a film for each of these ages in days; each was watched once. */
export async function importFilms(
  { url, request }: RunningService,
  auth: Auth,
  ages: readonly number[],
  now = Date.now(),
): Promise<void> {
  const { token } = await signInApp(url, auth)
  const { status } = await request('/Service/History/Import', {
    method: 'POST',
    headers: { authorization: `MediaBrowser Token="${token}"` },
    json: ages.map((age, index) => ({
      id: index + 1,
      action: 'watch',
      type: 'movie',
      watched_at: new Date(now - age * dayMs).toISOString(),
      movie: { title: `Film ${age}`, year: 2000, ids: { imdb: `tt${5_000_000 + index}` } },
    })),
  })
  expect(status).toBe(200)
}
