import { describe, expect, it } from 'vitest'
import { createScheduler } from '../../../src/core/scheduler.ts'
import type { UserData } from '../../../src/model/user-data.ts'
import {
  readCues,
  writeAss,
  writeSrt,
  writeVtt,
  writtenFormat,
} from '../../../src/services/streaming/subtitle-cues.ts'
import { decodeSubtitles } from '../../../src/services/streaming/subtitle-text.ts'
import { startAddon } from '../../support/addon.ts'
import { itemId, startRoutes, versionIds } from '../../support/byte-routes.ts'
import { startUpstream } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const srt =
  '\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\n<font color="red">Good</font> <i>evening</i>.\r\n\r\n2\r\n01:00:00,5 --> 01:00:01,000\r\n{\\an8}Two\r\nlines\r\n'
const ass =
  '[Script Info]\nTitle: x\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\i1}One, two{\\i0}\\Nthree\n'

describe('The subtitle route', () => {
  async function startFiles() {
    const files: Record<string, string | Buffer> = {
      '/a.srt': srt,
      '/b.ass': ass,
      '/c.srt': Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nd\xe9j\xe0 vu\n', 'latin1'),
      '/d.srt': Buffer.from('\ufeff1\n00:00:01,000 --> 00:00:02,000\nüber\n', 'utf16le'),
    }
    const upstream = await startUpstream(({ url }, response) => {
      const file = files[url!]
      if (file === undefined) response.writeHead(404).end()
      else response.end(file)
    })
    const own = ['a.srt', 'b.ass', 'c.srt', 'd.srt', 'gone.srt', 'a.srt']
    const subtitleTracks = own.map((name) => ({
      id: null,
      url: `${upstream.url}/${name}`,
      lang: 'en',
    }))
    const routes = await startRoutes({ results: [{ subtitleTracks }] })
    const at = (index: number, end: string) =>
      routes.get(`/Videos/${itemId}/${versionIds[0]}/Subtitles/${index}/${end}`)
    return { at, subtitleTracks }
  }

  it('rewrites SubRip as WebVTT and as events, and passes it on as it is', async () => {
    const { at } = await startFiles()
    const vtt = await at(2, '0/Stream.vtt')
    expect(vtt.headers['content-type']).toMatch('text/vtt')
    expect(vtt.body).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nGood <i>evening</i>.\n\n01:00:00.500 --> 01:00:01.000\nTwo\nlines\n\n',
    )
    expect(JSON.parse((await at(2, 'Stream.js')).body)).toEqual({
      TrackEvents: [
        {
          Id: '1',
          Text: 'Good <i>evening</i>.',
          StartPositionTicks: 10_000_000,
          EndPositionTicks: 25_000_000,
        },
        {
          Id: '2',
          Text: 'Two\nlines',
          StartPositionTicks: 36_005_000_000,
          EndPositionTicks: 36_010_000_000,
        },
      ],
    })
    expect((await at(2, 'Stream.srt')).body).toContain('{\\an8}Two')
  })

  it('reads what other programs write', async () => {
    const { at } = await startFiles()
    expect((await at(3, 'Stream.ass')).body).toBe(ass)
    expect((await at(3, 'Stream.srt')).body).toBe(
      '1\n00:00:01,000 --> 00:00:02,500\nOne, two\nthree\n\n',
    )
    expect((await at(4, 'Stream.vtt')).body).toContain('déjà vu')
    expect((await at(5, 'Stream.vtt')).body).toContain('über')
  })

  it('rewrites everything as SubStation Alpha, with what is bold or slanted', async () => {
    const { at } = await startFiles()
    for (const ending of ['ass', 'ssa']) {
      const { headers, body } = await at(2, `Stream.${ending}`)
      expect(headers['content-type']).toMatch('text/x-ssa')
      expect(body).toMatch(/^\[Script Info\]\n/)
      expect(body.split('[Events]\n')[1]).toBe(
        [
          'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
          String.raw`Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,Good {\i1}evening{\i0}.`,
          String.raw`Dialogue: 0,1:00:00.50,1:00:01.00,Default,,0,0,0,,Two\Nlines`,
          '',
        ].join('\n'),
      )
    }
  })

  it('keeps every line and its times from each format to each', async () => {
    const cues = Array.from({ length: 1_200 }, (_, place) => ({
      from: place * 31_010,
      to: place * 31_010 + 990,
      text: `Line ${place}\nbelow, it`,
    }))
    const scheduler = createScheduler()
    const writers = { srt: writeSrt, vtt: writeVtt, ass: writeAss }
    for (const [name, write] of Object.entries(writers)) {
      const text = await scheduler.run(write(cues))
      expect([name, writtenFormat(text)]).toEqual([name, name])
      expect(await scheduler.run(readCues(text))).toEqual(cues)
    }
  })

  it.each([
    ['rus', Buffer.from('cff0e8e2e5f2', 'hex'), 'Привет'],
    ['pol', Buffer.from('bff3b3e6', 'hex'), 'żółć'],
    ['jpn', Buffer.from('82b182f182c982bf82cd', 'hex'), 'こんにちは'],
    ['chi', Buffer.from('c4e3bac3', 'hex'), '你好'],
    ['gre', Buffer.from('c3e5e9e1', 'hex'), 'Γεια'],
    ['kor', Buffer.from('c0cce9', 'hex'), 'ÀÌé'],
    ['fre', Buffer.from('e9e0', 'hex'), 'éà'],
    [null, Buffer.from('e9e0', 'hex'), 'éà'],
    ['rus', Buffer.from('déjà'), 'déjà'],
  ])('reads old files of the language %s as they were written', (language, bytes, expected) => {
    expect(decodeSubtitles(bytes, language)).toBe(expected)
  })

  it('says what it does not have', async () => {
    const { at } = await startFiles()
    expect((await at(6, 'Stream.vtt')).status).toBe(503)
    expect((await at(7, 'Stream.vtt')).status).toBe(404)
    expect((await at(1, 'Stream.vtt')).status).toBe(404)
    expect((await at(2, 'Stream.sup')).status).toBe(400)
    expect((await at(2, 'Stream.constructor')).status).toBe(400)
  })

  it('is not held up by a hostile file', async () => {
    const upstream = await startUpstream(
      (_request, response) =>
        void response.end(`${'1'.repeat(2 ** 21)}${' '.repeat(2 ** 20)}${'{'.repeat(2 ** 20)}`),
    )
    const subtitleTracks = [{ id: null, url: `${upstream.url}/x.srt`, lang: null }]
    const { get } = await startRoutes({ results: [{ subtitleTracks }] })
    const started = performance.now()
    const path = `/Videos/${itemId}/${versionIds[0]}/Subtitles/2/Stream.vtt`
    expect((await get(path)).body).toBe('WEBVTT\n\n')
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('Tracks of subtitle sources', () => {
  it('are asked for once, of the sources that have subtitles, without waiting for a slow one', async () => {
    let asked = 0
    const answer =
      (list: object[]): Handler =>
      (request, response) => {
        if (request.url!.includes('/subtitles/')) asked += 1
        response.setHeader('content-type', 'application/json')
        response.end(
          JSON.stringify(
            request.url!.includes('/subtitles/')
              ? { subtitles: list }
              : {
                  id: 'a',
                  name: 'A',
                  version: '1.0.0',
                  types: ['movie'],
                  resources: ['subtitles'],
                  catalogs: [],
                },
          ),
        )
      }
    const many = await startUpstream(
      answer([
        { id: '1', lang: 'eng', url: 'https://s.example/1.srt' },
        { id: '2', lang: 'pt-BR', url: 'https://s.example/2.vtt?key=1' },
        { id: '3', lang: 'Klingon', url: 'https://s.example/3' },
        { id: '4', lang: 'eng', url: 'https://s.example/1.srt' },
        { id: '5', lang: 'eng', url: 'file:///etc/passwd' },
      ]),
    )
    const streams = await startAddon()
    const slow = await startUpstream(() => {})
    const source = (url: string) => ({
      type: 'stremio' as const,
      url: `${url}/manifest.json`,
    })
    const userData = { sources: [source(slow.url), source(many.url), streams.source] } as UserData
    const { streaming, home } = await startRoutes({ userData })
    const signal = new AbortController().signal
    const ask = () => streaming.tracks(home, { key: 'tt1000000', mediaType: 'movie' }, signal)
    const [tracks] = await Promise.all([ask(), ask()])
    expect(tracks).toEqual([
      { url: 'https://s.example/1.srt', language: 'eng', title: 'English', codec: 'subrip' },
      {
        url: 'https://s.example/2.vtt?key=1',
        language: 'por',
        title: 'Portuguese (Brazil)',
        codec: 'webvtt',
      },
      { url: 'https://s.example/3', language: null, title: 'Klingon', codec: 'subrip' },
    ])
    expect(await ask()).toEqual(tracks)
    expect(asked).toBe(1)
  }, 10_000)
})
