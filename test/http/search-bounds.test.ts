import { afterAll, describe, expect, it } from 'vitest'
import { startAddon } from '../support/addon.ts'
import { startService } from '../support/service.ts'

const most = 400
const sent = 60_000
const { request, graphql, createUser } = await startService({ MAX_RESULTS: String(most) }, afterAll)

const streams = Array.from({ length: sent }, (_, index) => ({
  name: 'Loopback',
  title: `Some.Film.2020.${index % 2 === 0 ? '720p' : '1080p'}.WEB-DL.x264-GRP.mkv`,
  url: `https://cdn.example/${index}.mkv`,
  behaviorHints: { filename: `Some.Film.2020.${index}.mkv`, videoSize: 1_000_000 + index },
}))
const addon = await startAddon({ streams, ends: afterAll })
const user = await createUser({
  sources: [addon.source],
  sort: { global: [{ by: 'size' }] },
  dedupe: { keys: [] },
  statistics: true,
})
const sizes = Array.from({ length: most }, (_, index) => 1_000_000 + sent - 1 - index)
const cut = `${sent - most} dropped: ${sent - most} × over ${most} in one answer (MAX_RESULTS)`

describe('a source that sends 60,000 streams', () => {
  it('fills one answer over REST with the best, and a statistic says how many were cut', async () => {
    const { body, text } = await request('/api/v1/search?type=movie&id=tt1&format=true', {
      auth: user,
    })
    expect(body.data.results.map(({ size }: { size: number }) => size)).toEqual(sizes)
    expect(body.data.statistics).toContainEqual({ title: 'Most results', description: cut })
    expect(text.length).toBeLessThan(most * 2_500)
  })

  it('fills one answer over GraphQL', async () => {
    const { data } = await graphql(
      `
        {
          search(type: "movie", id: "tt1") {
            results {
              size
            }
            statistics {
              title
              description
              step {
                step
                before
                after
              }
            }
          }
        }
      `,
      { auth: user },
    )
    expect(data.search.results.map(({ size }: { size: number }) => size)).toEqual(sizes)
    expect(data.search.statistics).toContainEqual({
      title: 'Most results',
      description: cut,
      step: { step: 'MAX_RESULTS', before: sent, after: most },
    })
  })

  it('fills one answer of the addon', async () => {
    const { body } = await request(`/stremio/${user.uuid}/${user.token}/stream/movie/tt1.json`)
    const { streams: shown } = body as unknown as {
      streams: { url?: string; description?: string }[]
    }
    expect(shown.filter(({ url }) => url !== undefined)).toHaveLength(most)
    expect(shown.some(({ description }) => description?.includes(cut))).toBe(true)
  })
})
