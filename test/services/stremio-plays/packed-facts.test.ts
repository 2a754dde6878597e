import { describe, expect, it } from 'vitest'
import type { SearchResult } from '../../../src/model/search-result.ts'
import { createSealer } from '../../../src/security/seal.ts'
import { reportedVersion } from '../../../src/services/sessions/reported-version.ts'
import { createPlayLinks } from '../../../src/services/stremio-plays/play-link.ts'
import { startRoutes } from '../../support/byte-routes.ts'
import { startLastingFiles } from '../../support/lasting-files.ts'
import { libraryItem } from '../../support/library-item.ts'
import { stream } from '../../support/streams.ts'

const links = createPlayLinks(createSealer(Buffer.alloc(32, 1), 'stremio-plays'))
const request = { method: 'GET', range: null, ifRange: null, directives: {} } as const
const reader = { profileId: null, credentialVersion: null, viewing: 'one', toVideos: '' }

/** A result of which a source and its name say all that they may. */
function toldAll(url: string): SearchResult {
  return stream({
    url,
    infoHash: 'a'.repeat(40),
    fileIdx: 3,
    videoHash: 'b'.repeat(16),
    filename: 'Film.mkv',
    size: 60 * 2 ** 20,
    type: 'debrid',
    service: 'realdebrid',
    cached: true,
    duration: 5_400,
    bitrate: 90_000,
    bingeGroup: 'one',
    requestHeaders: { referer: 'https://page.example/' },
    parsedFile: {
      title: 'Film',
      resolution: '1080p',
      quality: 'WEB-DL',
      encode: 'HEVC',
      visualTags: ['HDR10', '10bit'],
      audioTags: ['DD+'],
      audioChannels: ['5.1'],
      languages: ['English'],
      releaseGroup: 'ONE',
      container: 'mkv',
      edition: "Director's Cut",
    },
  })
}

function noting<T extends object>(whole: T, read: Set<string>): T {
  return new Proxy(whole, {
    get(target, name, receiver) {
      read.add(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
}

/** Plays a dead link both ways and reports it, on a known device and an unknown one. */
async function readOf(whole: SearchResult, filesUrl: string) {
  const read = { result: new Set<string>(), file: new Set<string>() }
  const limits = ['Width', 'VideoBitDepth', 'VideoRangeType', 'AudioChannels', 'VideoBitrate']
  const conditions = limits.map((property) => ({
    condition: 'LessThanEqual' as const,
    property,
    value: '9',
  }))
  const directPlay = { containers: { names: ['mkv'], excludes: false }, videoCodecs: null }
  for (const known of [true, false]) {
    const routes = await startRoutes({
      results: [whole, { ...whole, url: `${filesUrl}/film`, filename: 'Other.mkv' }],
      readsHeaders: true,
      deviceProfile: {
        maxBitrate: 1,
        directPlay: [{ ...directPlay, audioCodecs: null }],
        limits: [{ of: 'video', containers: null, codecs: null, applies: [], conditions }],
        subtitles: [],
      },
    })
    const device = known ? { rowId: 1, id: 'tv', name: 'TV', client: 'App', version: '1' } : null
    const parsedFile = noting(whole.parsedFile, read.file)
    const result = noting({ ...whole, parsedFile }, read.result)
    const version = { ...routes.versions[0]!, result }
    const item = libraryItem()
    const playable = { household: { ...routes.home, device }, item, version }
    const { signal } = new AbortController()
    await routes.streaming.choose(playable, { ...request, signal })
    routes.streaming.isProxied(playable, { reads: 'asPlayer' })
    const { body } = await routes.streaming.proxyStream(playable, { ...request, signal }, reader)
    body.destroy()
    reportedVersion(version, item, 'redirect')
  }
  return read
}

describe('a link that plays', () => {
  it('holds all that playing, replacing and remembering read of a version', async () => {
    const files = await startLastingFiles({ '/film': [5_400_000] })
    const whole = toldAll(`${files.url}/gone`)
    const read = await readOf(whole, files.url)
    expect([...read.result]).toEqual(expect.arrayContaining(['cached', 'url', 'bingeGroup']))
    expect([...read.file]).toEqual(expect.arrayContaining(['visualTags', 'audioTags', 'edition']))
    const text = links.seal({
      configuration: 1,
      credentialVersion: 1,
      profileId: 'olga',
      type: 'movie',
      id: 'tt1',
      link: whole.url!,
      mark: 7,
      name: 'Film',
      result: whole,
    })!
    const { result } = links.open(text)!
    const only = (from: object, names: ReadonlySet<string>) =>
      Object.fromEntries(Object.entries(from).filter(([name]) => names.has(name)))
    expect(only(result.parsedFile, read.file)).toEqual(only(whole.parsedFile, read.file))
    const { parsedFile: _parsedFile, ...own } = only(whole, read.result)
    expect(only(result, read.result)).toMatchObject(own)
  })
})
