import { describe, expect, it } from 'vitest'
import { searchHome, type Result } from '../support/search-home.ts'

const { search, streams } = await searchHome()

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
