import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, sourceAt, startAddon } from '../support/addon.ts'
import { startService, userDataHeader } from '../support/service.ts'
import { startUpstream, status } from '../support/upstream.ts'

const { request } = await startService({}, afterAll)

/** Two with seeders and an info hash, one with neither. */
const streams = [
  filmStream(1, { title: 'Some.Film.2020.2160p.BluRay.x265-ONE.mkv\n👤 11 💾 20 GB' }),
  filmStream(2, { title: 'Some.Film.2020.720p.WEB-DL.x264-TWO.mkv\n👤 22 💾 2 GB' }),
  {
    name: 'Loopback 480p',
    title: 'Some.Film.2020.480p.DVDRip.XviD-THREE.avi',
    url: 'https://cdn.example/three.avi',
  },
].map((stream, index) => ({
  ...stream,
  behaviorHints: { filename: stream.title.split('\n')[0], bingeGroup: `group-${index}` },
}))
const addon = await startAddon({ streams, ends: afterAll })
const broken = await startUpstream(status(500), '127.0.0.1', afterAll)
const config = {
  sources: [addon.source, sourceAt(`${broken.url}/secret-key/manifest.json`, 'Broken')],
  formatter: { name: '{{ stream.releaseGroup }}', description: '{{ stream.filename }}' },
}
const headers = { 'x-service-user-data': userDataHeader(config) }

const search = (query = '', options: RequestInit = { headers }) =>
  request(`/api/v1/search?type=movie&id=tt1${query}`, options)

type Result = Record<string, unknown> & {
  filename: string
  infoHash: string | null
  name?: string
  description?: string
  parsedFile: { releaseGroup: string }
}

describe('format', () => {
  const formatted = (results: Result[]) =>
    results.map(({ name, description }) => [name, description])

  it.each(['', '&format', '&format=', '&format=false', '&format=0', '&format=no', '&format=FALSE'])(
    'is off with %j: no result has a name or a description',
    async (query) => {
      const { body } = await search(query)
      expect(body.data.results).toHaveLength(3)
      for (const result of body.data.results) {
        expect(result).not.toHaveProperty('name')
        expect(result).not.toHaveProperty('description')
      }
    },
  )

  it.each(['true', '1', 'yes', 'TRUE', 'Yes'])('is on with %s', async (value) => {
    const { body } = await search(`&format=${value}`)
    expect(formatted(body.data.results)).toEqual([
      ['ONE', streams[0]!.behaviorHints.filename],
      ['TWO', streams[1]!.behaviorHints.filename],
      ['THREE', streams[2]!.behaviorHints.filename],
    ])
    expect(body.data).toMatchObject({ filtered: 0, errors: [{ title: 'Broken' }] })
  })

  it.each(['infoHash', 'url'])(
    'gives each result its own name when others are dropped for want of %s',
    async (field) => {
      const { body } = await search(`&format=1&requiredFields=${field}`)
      expect(body.data.results.length).toBeGreaterThan(0)
      for (const result of body.data.results as Result[]) {
        expect(result.name).toBe(result.parsedFile.releaseGroup)
        expect(result.description).toBe(result.filename)
      }
    },
  )

  it.each(['stremio', 'Stremio', 'STREMIO'])(
    'answers stream objects and nothing else with %s',
    async (value) => {
      const { status, headers, body } = await search(`&format=${value}`)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(body).toEqual({
        streams: [
          {
            name: 'ONE',
            description: streams[0]!.behaviorHints.filename,
            infoHash: '1'.padStart(40, '0'),
            fileIdx: 0,
            behaviorHints: expect.objectContaining({
              filename: streams[0]!.behaviorHints.filename,
              bingeGroup: 'group-0',
              videoSize: 20 * 2 ** 30,
            }),
          },
          expect.objectContaining({ name: 'TWO' }),
          expect.objectContaining({ name: 'THREE', url: 'https://cdn.example/three.avi' }),
        ],
      })
    },
  )

  it('of Stremio drops what requiredFields says, too', async () => {
    const { body } = await search('&format=stremio&requiredFields=url')
    expect(body).toMatchObject({ streams: [{ name: 'THREE' }] })
  })

  it('of Stremio leaves failures in the envelope', async () => {
    const { status, body } = await search('&format=stremio', {})
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, error: { code: 'BAD_REQUEST' } })
  })
})
