import { describe, expect, it } from 'vitest'
import { searchHome, type Result } from '../support/search-home.ts'
import { userDataHeader } from '../support/service.ts'

const { request, createUser, addon, config, headers, search } = await searchHome()
const groups = (results: Result[]) => results.map(({ parsedFile }) => parsedFile.releaseGroup)

const resultFields = [
  'infoHash fileIdx sources url nzbUrl ytId externalUrl filename folderName size folderSize seeders',
  'age indexer addon type service cached library proxied message duration bitrate languages',
  'subtitles subtitleTracks videoHash bingeGroup notWebReady requestHeaders responseHeaders',
  'countryWhitelist private parsedFile',
].flatMap((line) => line.split(' '))

describe('an answer of the search', () => {
  it('is the envelope with results, filtered, statistics and errors', async () => {
    const { status, headers, body } = await search()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual({
      success: true,
      detail: null,
      error: null,
      data: {
        results: expect.any(Array),
        filtered: 0,
        statistics: expect.any(Array),
        errors: expect.any(Array),
      },
    })
    expect(groups(body.data.results)).toEqual(['ONE', 'TWO', 'THREE'])
  })

  it('has every field of a result, absent values as null and lists as empty', async () => {
    const { body } = await search()
    const [, , last] = body.data.results
    expect(Object.keys(last).toSorted()).toEqual(resultFields.toSorted())
    expect(last).toMatchObject({
      infoHash: null,
      sources: [],
      seeders: null,
      url: 'https://cdn.example/three.avi',
      addon: 'Loopback',
      type: 'http',
      cached: null,
      languages: [],
      notWebReady: false,
      parsedFile: { title: 'Some Film', year: 2020, resolution: '480p', quality: 'DVDRip' },
    })
  })

  it('lists a source that failed, in one line without its key, and goes on', async () => {
    const { body, text } = await search()
    expect(body.data.errors).toEqual([
      { title: 'Broken', description: expect.stringMatching(/^127\.0\.0\.1:\d+ .+$/) },
    ])
    expect(text).not.toContain('secret-key')
  })

  it('has statistics of titles and descriptions, one for each source', async () => {
    const { body } = await search()
    for (const entry of body.data.statistics) {
      expect(entry).toEqual({ title: expect.any(String), description: expect.any(String) })
    }
    const titles = body.data.statistics.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(expect.arrayContaining(['Loopback', 'Broken', 'Total']))
  })

  it('keeps errors and statistics whatever players are shown', async () => {
    const header = userDataHeader({ ...config, hideErrors: true, statistics: false })
    const { body } = await search('', { headers: { 'x-service-user-data': header } })
    expect(body.data.errors).toHaveLength(1)
    expect(body.data.statistics.length).toBeGreaterThan(1)
  })

  it('has no results where there are no sources', async () => {
    const { status, body } = await search('', { headers: { 'x-service-user-data': 'e30=' } })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ results: [], filtered: 0, errors: [] })
  })

  it('overlooks parameters that it does not know, whatever their names', async () => {
    const { status, body } = await search('&__proto__=1&constructor=2&hasOwnProperty&skip=5')
    expect(status).toBe(200)
    expect(body.data.results).toHaveLength(3)
  })

  it('answers HEAD with its headers', async () => {
    const { status, text } = await search('', { method: 'HEAD', headers })
    expect({ status, text }).toEqual({ status: 200, text: '' })
  })
})

describe('who may search', () => {
  it.each([
    ['base64', userDataHeader(config)],
    ['base64 without padding', userDataHeader(config).replaceAll('=', '')],
    ['URL-safe base64', Buffer.from(JSON.stringify(config)).toString('base64url')],
    ['base64 of more than ASCII', userDataHeader({ ...config, name: 'Ünïcödé 🎬 ÿþ?>' })],
  ])('whoever sends a configuration as %s', async (_how, header) => {
    const { body } = await search('', { headers: { 'x-service-user-data': header } })
    expect(body.data.results).toHaveLength(3)
  })

  it('whoever signs in with Basic, by password or by encrypted password', async () => {
    const user = await createUser(config)
    for (const password of [user.password, user.token]) {
      const { body } = await request('/api/v1/search?type=movie&id=tt1', {
        auth: { uuid: user.uuid, password },
      })
      expect(groups(body.data.results)).toEqual(['ONE', 'TWO', 'THREE'])
    }
  })

  it('nobody with credentials that are wrong, whichever part it is', async () => {
    const user = await createUser()
    const answers = await Promise.all(
      [
        { uuid: user.uuid, password: 'wrong horse' },
        { uuid: '00000000-0000-4000-8000-000000000000', password: user.password },
      ].map((auth) => request('/api/v1/search?type=movie&id=tt1', { auth })),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body.error).toEqual({
        code: 'BAD_REQUEST',
        message: expect.stringMatching(/^Invalid credentials: /),
      })
    }
    expect(answers[0]!.text).toBe(answers[1]!.text)
    expect(answers[0]!.headers.has('www-authenticate')).toBe(false)
  })
})

describe('requiredFields', () => {
  it.each([
    ['&requiredFields=infoHash', ['ONE', 'TWO'], 1],
    ['&requiredFields=infoHash&requiredFields=seeders', ['ONE', 'TWO'], 1],
    ['&requiredFields=infoHash,seeders', ['ONE', 'TWO'], 1],
    ['&requiredFields[]=infoHash', ['ONE', 'TWO'], 1],
    ['&requiredFields%5B%5D=infoHash&requiredFields[]=url', [], 3],
    ['&requiredFields=infoHash&requiredFields[]=url', [], 3],
    ['&requiredFields=infoHash, seeders,&requiredFields=url', [], 3],
    ['&requiredFields=url', ['THREE'], 2],
    ['&requiredFields=parsedFile.resolution', ['ONE', 'TWO', 'THREE'], 0],
    ['&requiredFields=languages', [], 3],
    ['&requiredFields=library', ['ONE', 'TWO', 'THREE'], 0],
    ['&requiredFields=', ['ONE', 'TWO', 'THREE'], 0],
    ['&requiredFields=,', ['ONE', 'TWO', 'THREE'], 0],
  ])('%s leaves %j', async (query, left, filtered) => {
    const { status, body } = await search(query)
    expect(status).toBe(200)
    expect(groups(body.data.results)).toEqual(left)
    expect(body.data.filtered).toBe(filtered)
  })

  it('is applied after the limits', async () => {
    const header = userDataHeader({ ...config, limits: { total: 1 } })
    const { body } = await search('&requiredFields=url', {
      headers: { 'x-service-user-data': header },
    })
    expect(body.data).toMatchObject({ results: [], filtered: 1 })
  })

  it('names an unknown field in the refusal', async () => {
    const { body } = await search('&requiredFields=infoHash,nope')
    expect(body.error!.message).toContain('nope')
  })
})

describe('the question that sources are asked', () => {
  it.each([
    ['type=movie&id=tt0063350', '/stream/movie/tt0063350.json'],
    ['type=series&id=tt0903747:5:14', '/stream/series/tt0903747%3A5%3A14.json'],
    ['type=series&id=tt0903747%3A5%3A15', '/stream/series/tt0903747%3A5%3A15.json'],
  ])('of %s is %s', async (query, path) => {
    await request(`/api/v1/search?${query}`, { headers })
    expect(addon.paths.map((asked) => decodeURIComponent(asked))).toContain(
      decodeURIComponent(path),
    )
  })

  it.each(['tmdb:603', 'kitsu:1376:5', 'something-else', '../../etc/passwd', '%F0%9F%8E%AC'])(
    'may have the id %s, and sources that do not know its kind are not asked',
    async (id) => {
      const asked = addon.paths.filter((path) => path.includes('/stream/')).length
      const { status, body } = await request(`/api/v1/search?type=movie&id=${id}`, { headers })
      expect(status).toBe(200)
      expect(body.data.results).toEqual([])
      expect(addon.paths.filter((path) => path.includes('/stream/'))).toHaveLength(asked)
    },
  )
})
