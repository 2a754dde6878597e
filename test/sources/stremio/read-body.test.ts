import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Work } from '../../../src/core/scheduler.ts'
import {
  addonsBody,
  catalogBody,
  manifestBody,
  metaBody,
  streamsBody,
  subtitlesBody,
} from '../../../src/sources/stremio/read-body.ts'
import { splitList } from '../../../src/sources/stremio/split-list.ts'

function finish<T>(work: Work<T>): { value: T; pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const step = work.next()
    if (step.done) return { value: step.value, pauses }
  }
}

const readStreams = (text: string) => finish(streamsBody(Buffer.from(text), 'a.example')).value

function listOf(count: number, textLength: number): string {
  const streams = Array.from({ length: count }, (_, i) => ({
    name: `№${i} "quoted" [x] {y}, ü\\`,
    description: 'd'.repeat(textLength),
    url: `https://x/${i}`,
  }))
  return JSON.stringify({ first: [1, { streams: [] }], streams, cacheMaxAge: 60 })
}

describe('reading the body of a stream answer', () => {
  it.each([
    ['small', 3, 10],
    ['large', 3_000, 1_500],
  ])('gives the same for a %s body as parsing it whole', (_size, count, length) => {
    const text = listOf(count, length)
    const { value, json } = readStreams(text)
    const whole = JSON.parse(text) as { streams: { name: string; url: string }[] }
    expect(value.map(({ name, url }) => ({ name, url }))).toEqual(
      whole.streams.map(({ name, url }) => ({ name, url })),
    )
    expect(json).toMatchObject({ cacheMaxAge: 60 })
  })

  it('pauses at least once a megabyte', () => {
    const body = Buffer.from(listOf(3_000, 3_000))
    expect(finish(streamsBody(body, 'a.example')).pauses).toBeGreaterThan(body.length / 2 ** 20)
  })

  it('leaves out an entry that is larger than any stream', () => {
    const long = 'x'.repeat(3 * 2 ** 20)
    const text = `{"streams":[{"url":"https://a/1"},{"url":"https://a/2","name":"${long}"},{"url":"https://a/3"}]}`
    expect(readStreams(text).value.map(({ url }) => url)).toEqual(['https://a/1', 'https://a/3'])
  })

  it('reads at most 100,000 streams', () => {
    const text = `{"streams":[${'{"url":"http://a"},'.repeat(150_000)}{}]}`
    expect(readStreams(text).value).toHaveLength(100_000)
  })

  it.each([
    '{}',
    'null',
    '{"streams":null}',
    '{"streams":{}}',
    '{"streams":[]}',
    '\uFEFF{"streams":[]}',
  ])('finds no streams in %s', (text) => {
    expect(readStreams(text).value).toEqual([])
  })

  it.each([
    ['', 'a.example answered nothing'],
    [' \n', 'a.example answered nothing'],
    ['<!doctype html><p>secret', 'a.example answered a web page instead of JSON'],
    ['{"streams":[', 'a.example answered something that is not JSON'],
    ['[]', 'a.example answered no list of streams'],
    ['5', 'a.example answered no list of streams'],
    ['{"err":"handler error"}', 'a.example answered with an error instead of streams'],
    ['{"error":{"code":1}}', 'a.example answered with an error instead of streams'],
    [`{"x":"${'y'.repeat(3e6)}"}`, 'a.example answered no list of streams'],
    [`{"streams":[${'{"a":1},'.repeat(400_000)}`, 'a.example answered no list of streams'],
    [
      `{"streams":[${'{"a":1},'.repeat(400_000)}]}`,
      'a.example answered something that is not JSON',
    ],
    [
      `{"streams":[${'{"a":1},'.repeat(400_000)}{}]`,
      'a.example answered something that is not JSON',
    ],
    ['['.repeat(3e6), 'a.example answered no list of streams'],
  ])('says what is wrong with %.40s', (text, message) => {
    expect(() => readStreams(text)).toThrow(
      expect.objectContaining({ name: 'UpstreamError', kind: 'invalid', message }) as Error,
    )
  })

  it('splits any list into the elements that it has', () => {
    const value = fc.jsonValue()
    fc.assert(
      fc.property(fc.array(value), fc.dictionary(fc.string(), value), (streams, others) => {
        delete others['streams']
        const text = JSON.stringify({ ...others, streams }, null, 1)
        const { value: split } = finish(splitList(Buffer.from(text), 'streams'))
        const found = split!.spans.flatMap(
          ([from, to]) =>
            JSON.parse(`[${Buffer.from(text).subarray(from, to).toString()}]`) as unknown[],
        )
        expect(JSON.stringify(found)).toBe(JSON.stringify(streams))
        expect(JSON.parse(split!.rest)).toEqual(
          JSON.parse(JSON.stringify({ ...others, streams: [] })),
        )
      }),
    )
  })
})

describe('reading the body of other answers', () => {
  it('tells a manifest from something else', () => {
    const body = Buffer.from('{"id":"x","resources":["stream"]}')
    expect(finish(manifestBody(body, 'a.example')).value.value.id).toBe('x')
    expect(() => finish(manifestBody(Buffer.from('{}'), 'a.example'))).toThrow(
      'a.example answered something that is no manifest',
    )
  })

  it('reads metadata, or that there is none', () => {
    const read = (text: string) =>
      finish(metaBody({ type: 'movie', id: 'tt1' })(Buffer.from(text), 'a.example')).value
    expect(read('{"meta":{"name":"N"},"cacheMaxAge":5}')).toMatchObject({
      value: { id: 'tt1', type: 'movie', name: 'N' },
      json: { cacheMaxAge: 5 },
    })
    expect(read('{"meta":null}').value).toBeNull()
  })

  it.each([
    ['small', 30, 10],
    ['large', 1_500, 2_000],
  ])('reads the titles of a %s catalog in its order, without their videos', (_, count, length) => {
    const metas = Array.from({ length: count }, (_unused, i) => ({
      id: `tt${i}`,
      name: `№${i}`,
      ...(i % 2 && { type: 'series' }),
      description: 'd'.repeat(length),
      videos: [{ season: 1, episode: 1 }],
    }))
    const text = JSON.stringify({ metas: [null, ...metas, { id: 'x' }, { name: 'y' }] })
    const { value, pauses } = finish(catalogBody('movie')(Buffer.from(text), 'a.example'))
    expect(value.value.map(({ id }) => id)).toEqual(metas.map(({ id }) => id))
    expect(value.value.slice(0, 2)).toMatchObject([
      { name: '№0', type: 'movie', videos: [] },
      { name: '№1', type: 'series', videos: [] },
    ])
    expect(pauses).toBeGreaterThan(text.length / 2 ** 20)
  })

  it('reads at most 10,000 titles of a catalog', () => {
    const text = `{"metas":[${'{"id":"a","name":"N"},'.repeat(12_000)}null]}`
    const { value } = finish(catalogBody('movie')(Buffer.from(text), 'a.example')).value
    expect(value).toHaveLength(10_000)
  })

  it('reads subtitles that can be fetched', () => {
    const tracks = [{ id: 1, url: 'https://x/1.srt', lang: 'eng' }, { id: '2' }, 5]
    const body = Buffer.from(JSON.stringify({ subtitles: tracks }))
    expect(finish(subtitlesBody(body, 'a.example')).value.value).toEqual([
      { id: null, url: 'https://x/1.srt', lang: 'eng' },
    ])
  })

  it('reads other addons that have an address and a whole manifest', () => {
    const manifest = { id: 'x', name: 'X', version: '1.0.0' }
    const addon = { transportUrl: 'https://x/manifest.json', transportName: 'http', manifest }
    const rest = [
      { ...addon, transportUrl: 'ftp://x/manifest.json' },
      { ...addon, manifest: { ...manifest, version: 1 } },
      { transportUrl: addon.transportUrl },
      5,
    ]
    const { transportName, ...unnamed } = addon
    const body = Buffer.from(JSON.stringify({ addons: [addon, ...rest, unnamed] }))
    expect(finish(addonsBody(body, 'a.example')).value.value).toEqual([
      addon,
      { ...unnamed, transportName },
    ])
  })

  it.each([
    [catalogBody('movie'), '{"err":"x"}', 'a.example answered with an error instead of titles'],
    [catalogBody('movie'), '[]', 'a.example answered no list of titles'],
    [subtitlesBody, '5', 'a.example answered no list of subtitles'],
    [addonsBody, '[]', 'a.example answered no list of addons'],
    [addonsBody, '{"err":"x"}', 'a.example answered with an error instead of addons'],
  ])('says what is wrong where a list is missing', (reader, text, message) => {
    expect(() => finish<unknown>(reader(Buffer.from(text), 'a.example'))).toThrow(message)
  })
})
