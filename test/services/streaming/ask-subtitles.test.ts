import { expect, it } from 'vitest'
import { createSubtitleAsker } from '../../../src/services/streaming/ask-subtitles.ts'
import { source } from '../../support/sources.ts'
import { openStremioClient } from '../../support/stremio-client.ts'
import { json, startUpstream } from '../../support/upstream.ts'

const manifest = { id: 'late', version: '1.0.0', name: 'Late', types: ['movie'], catalogs: [] }
const track = { id: '1', url: 'https://subtitles.example/1.srt', lang: 'eng' }

it('Subtitles that come late are there for whoever asks again, and are asked for once', async () => {
  const held: (() => void)[] = []
  const upstream = await startUpstream((request, response) => {
    if (request.url!.includes('/manifest')) {
      json({ ...manifest, resources: ['subtitles'] })(request, response)
      return
    }
    held.push(() => json({ subtitles: [track], cacheMaxAge: 3_600 })(request, response))
  })
  const { client } = openStremioClient()
  const ask = createSubtitleAsker({ client, translators: [], waitMs: 200 })
  const late = source({ url: `${upstream.url}/manifest.json` })
  const film = { type: 'movie', id: 'tt1' }
  expect(await ask(late, film)).toBeNull()
  await expect.poll(() => held.length).toBe(1)
  held[0]!()
  await expect.poll(() => ask(late, film)).toMatchObject([{ url: track.url }])
  expect(held).toHaveLength(1)
})
