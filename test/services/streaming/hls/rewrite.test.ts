import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UpstreamError } from '../../../../src/core/upstream-error.ts'
import { createScheduler } from '../../../../src/core/scheduler.ts'
import { createSealer } from '../../../../src/security/seal.ts'
import { createPlaylistWriter } from '../../../../src/services/streaming/hls/service.ts'
import { createTargets } from '../../../../src/services/streaming/hls/targets.ts'
import { failureOf } from '../../../support/open-fetch.ts'

const targets = createTargets(
  createSealer(Buffer.alloc(32, 1), 'hls', { packs: false, repeats: true }),
)
const writer = createPlaylistWriter({ targets, scheduler: createScheduler() })
const versionId = 'a'.repeat(32)
const reader = {
  versionId,
  toVideos: '../',
  viewing: 'here',
  profileId: null,
  credentialVersion: null,
  title: { type: 'movie', id: 'tt1' },
  asks: { origin: 'https://cdn.example', headers: {} },
}
const at = 'https://cdn.example/a/list.m3u8?token=1'
const asked = { method: 'GET', signal: new AbortController().signal } as const

async function rewrite(lines: string, inherited = {}, url = at): Promise<string> {
  const answer = { status: 200, headers: {}, url, body: Readable.from([Buffer.from(lines)]) }
  const { body } = await writer.playlist(answer, asked, reader, inherited)
  return text(body)
}

/** The playlist with the addresses that it leads to, in brackets. */
async function led(lines: string, inherited = {}): Promise<string> {
  const written = await rewrite(`#EXTM3U\n${lines}\n`, inherited)
  const shown = written.replace(
    /\.\.\/a{32}\/hls\/([\w.]+)(?:\?target=([\w-]+))?/g,
    (_, name, sealed) => `[${name} ${sealed ? targets.open(versionId, sealed)!.url : ''}]`,
  )
  return shown.split('\n').slice(1, -1).join('\n')
}

const cdn = 'https://cdn.example'

describe('A rewritten playlist', () => {
  it.each([
    ['one.ts', `[segment.ts ${cdn}/a/one.ts]`],
    ['/one.m4s?x=1#t=5', `[segment.m4s ${cdn}/one.m4s?x=1]`],
    ['//b.example/one', '[segment.ts https://b.example/one]'],
    ['HTTP://b.example/one.jpg', '[segment.ts http://b.example/one.jpg]'],
    ['http://[', '[segment.ts ]'],
    ['rtmp://b.example/live', '[segment.ts ]'],
    ['data:video/mp2t;base64,AA==', 'data:video/mp2t;base64,AA=='],
    [
      '#EXT-X-STREAM-INF:BANDWIDTH=1\nlow',
      `#EXT-X-STREAM-INF:BANDWIDTH=1\n[playlist.m3u8 ${cdn}/a/low]`,
    ],
    [
      '#EXT-X-KEY:METHOD=AES-128,URI="k?a=1,b",IV=0x1',
      `#EXT-X-KEY:METHOD=AES-128,URI="[key.key ${cdn}/a/k?a=1,b]",IV=0x1`,
    ],
    [
      '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://id",KEYFORMAT="com.apple"',
      '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://id",KEYFORMAT="com.apple"',
    ],
    [
      '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="data:text/plain;base64,AA=="',
      '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="data:text/plain;base64,AA=="',
    ],
    [
      '#EXT-X-MAP:URI="init",BYTERANGE="10@0"',
      `#EXT-X-MAP:URI="[map.mp4 ${cdn}/a/init]",BYTERANGE="10@0"`,
    ],
    [
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="b",URI="a"',
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="b",URI="[playlist.m3u8 ${cdn}/a/a]"`,
    ],
    [
      '#EXT-X-I-FRAME-STREAM-INF:URI="i"',
      `#EXT-X-I-FRAME-STREAM-INF:URI="[playlist.m3u8 ${cdn}/a/i]"`,
    ],
    [
      '#EXT-X-SESSION-DATA:DATA-ID="d",URI="d.json"',
      `#EXT-X-SESSION-DATA:DATA-ID="d",URI="[json.json ${cdn}/a/d.json]"`,
    ],
    [
      '#EXT-X-PART:DURATION=1,URI="p.mp4"',
      `#EXT-X-PART:DURATION=1,URI="[segment.mp4 ${cdn}/a/p.mp4]"`,
    ],
    [
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p"',
      `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="[segment.ts ${cdn}/a/p]"`,
    ],
    [
      '#EXT-X-RENDITION-REPORT:URI="../r",LAST-MSN=2',
      `#EXT-X-RENDITION-REPORT:URI="[playlist.m3u8 ${cdn}/r]",LAST-MSN=2`,
    ],
    [
      '#EXT-X-CONTENT-STEERING:SERVER-URI="/s",PATHWAY-ID="1"',
      `#EXT-X-CONTENT-STEERING:SERVER-URI="[json.json ${cdn}/s]",PATHWAY-ID="1"`,
    ],
    [
      '#EXT-X-DATERANGE:ID="1",X-ASSET-URI="http://c/m",X-LINK="http://c/x"',
      '#EXT-X-DATERANGE:ID="1",X-ASSET-URI="[playlist.m3u8 http://c/m]",X-LINK=""',
    ],
    ['#EXTINF:4,From http://a.example', '#EXTINF:4,From '],
    ['#EXT-X-BYTERANGE:75232@0', '#EXT-X-BYTERANGE:75232@0'],
    ['# a comment of https://a.example', ''],
    ['#EXT-X-KEY:METHOD=AES-128,uri=k', `#EXT-X-KEY:METHOD=AES-128,uri="[key.key ${cdn}/a/k]"`],
    ['#EXT-X-KEY:URI="https://a.example/k', '#EXT-X-KEY:URI="[key.key https://a.example/k]"'],
  ])('leads back: %s', async (line, expected) => {
    expect(await led(line)).toBe(expected)
  })

  it('is read whatever ends its lines, with or without a mark in front', async () => {
    const lines = '\uFEFF#EXTM3U\r\n#EXTINF:1,\r\n\r\na.ts\rb.ts'
    expect((await rewrite(lines)).split('\n')).toEqual([
      '#EXTM3U',
      '#EXTINF:1,',
      expect.stringContaining('target='),
      expect.stringContaining('target='),
      '',
    ])
  })

  it('has its variables in their places', async () => {
    const defined = '#EXT-X-DEFINE:NAME="host",VALUE="https://v.example"\n'
    expect(await led(`${defined}{$host}/a.ts`)).toBe('[segment.ts https://v.example/a.ts]')
    expect(await led('#EXT-X-DEFINE:QUERYPARAM="token"\na?t={$token}')).toBe(
      `[segment.ts ${cdn}/a/a?t=1]`,
    )
    expect(await led('#EXT-X-DEFINE:IMPORT="x"\n{$x}.ts', { x: 'film' })).toBe(
      `[segment.ts ${cdn}/a/film.ts]`,
    )
    const main = `#EXTM3U\n${defined}#EXT-X-STREAM-INF:BANDWIDTH=1\nlow\n`
    const [, sealed] = /target=(\S+)/.exec(await rewrite(main))!
    expect(targets.open(versionId, sealed!)!.variables).toEqual({ host: 'https://v.example' })
    // Nothing is defined, so nothing is meant.
    expect(await led('a{$b}.ts')).toBe(`[segment.ts ${cdn}/a/a%7B$b%7D.ts]`)
  })

  it.each([
    ['uses the variable b', '#EXT-X-DEFINE:NAME="a",VALUE="1"\n{$b}'],
    ['uses the variable b', '#EXT-X-DEFINE:IMPORT="b"'],
    ['defines too much', `#EXT-X-DEFINE:NAME="a",VALUE="${'a'.repeat(3_000)}"`],
    ['too long', `#EXT-X-DEFINE:NAME="a",VALUE="${'a'.repeat(1_900)}"\n${'{$a}'.repeat(100)}`],
    ['too long', 'a'.repeat(70_000)],
    ['lines', '\n'.repeat(50_001)],
    ['lines', '\r'.repeat(1_000_000)],
    ['4 MB', '#\n'.repeat(3_000_000)],
    ['too large', 'a\n'.repeat(49_000)],
  ])('is refused where it %s', async (why, lines) => {
    // A long address in front, so that every relative one becomes long.
    const url = `https://cdn.example/${'%61'.repeat(1_000)}${'abcdefghij'.repeat(300)}/list.m3u8`
    const written = rewrite(`#EXTM3U\n${lines}`, {}, url)
    expect((await failureOf(written)).message).toContain(why)
  })

  it('keeps nothing of any address, and no line that is not its own', async () => {
    const secret = 'secret.example'
    const address = fc.constantFrom(`https://${secret}/a`, `//${secret}`, `HTTP://${secret}:1/?a=b`)
    const noise = fc.constantFrom(
      '"',
      ',',
      '=',
      ' ',
      '\t',
      '\r',
      '\0',
      '#',
      ':',
      '{$',
      '}',
      "'",
      '\\',
      '\uFEFF',
      '%22',
    )
    const word = fc.constantFrom('URI', 'uri', 'NAME', 'SERVER-URI', 'METHOD', 'X-ASSET-LIST', 'a')
    const tag = fc.constantFrom(
      '#EXT-X-KEY:',
      '#EXTINF:1,',
      '#EXT-X-DEFINE:',
      '#EXT',
      '#EXTM3U ',
      '#',
      '#EXT-X-STREAM-INF:',
      '',
    )
    const line = fc
      .tuple(tag, fc.array(fc.oneof(address, noise, word), { maxLength: 8 }))
      .map(([first, parts]) => first + parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), async (lines) => {
        const written = await rewrite(`#EXTM3U\n${lines.join('\n')}`).catch((error: unknown) => {
          if (error instanceof UpstreamError) return ''
          throw error
        })
        // Keys of other schemes are nobody's address.
        const others = /URI="(?!https?:)[a-z][\w+.-]*:[^"]*"/gi
        expect(written.replace(others, '')).not.toContain(secret)
        for (const each of written.split('\n')) expect(each).not.toMatch(/\p{Cc}/u)
      }),
      { numRuns: 2_000 },
    )
  })

  it('takes no longer than its length, whatever it holds', async () => {
    const hostile = ['a', '=', '"', '=" ', 'a=', '//', '{$', 'a-', ' ', ',', 'http:', '#EXT']
    const before = performance.now()
    for (const part of hostile) {
      const line = part.repeat(60_000 / part.length)
      await rewrite(`#EXTM3U\n${`#EXT-X-KEY:${line}\n#EXTINF:${line}\n`.repeat(8)}`)
    }
    expect(performance.now() - before).toBeLessThan(10_000)
  })
})

describe('JSON that a playlist refers to', () => {
  async function rewriteJson(value: unknown) {
    const body = Readable.from([Buffer.from(JSON.stringify(value))])
    const answer = { status: 200, headers: {}, url: at, body }
    return JSON.parse(await text((await writer.json(answer, asked, reader)).body)) as unknown
  }

  it('leads back as well', async () => {
    const steering = {
      VERSION: 1,
      'RELOAD-URI': 'again?a=1',
      'PATHWAY-PRIORITY': ['a', 'https://b.example'],
      'PATHWAY-CLONES': [{ 'URI-REPLACEMENT': { HOST: 'b.example' } }],
      ASSETS: [{ URI: 'https://b.example/clip.m3u8', DURATION: 5 }],
    }
    expect(await rewriteJson(steering)).toEqual({
      VERSION: 1,
      'RELOAD-URI': expect.stringMatching(/^\.\.\/a+\/hls\/json\.json\?target=/),
      'PATHWAY-PRIORITY': ['a', ''],
      ASSETS: [{ URI: expect.stringMatching(/hls\/playlist\.m3u8\?target=/), DURATION: 5 }],
    })
  })

  it('is refused where it is nested too deep', async () => {
    const deep = JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) as unknown
    expect((await failureOf(rewriteJson(deep))).message).toContain('nested')
  })
})
