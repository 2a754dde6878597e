import { describe, expect, it } from 'vitest'
import type { Stream } from '../../src/model/search-result.ts'
import type { SourceStream } from '../../src/model/source.ts'
import { hash, link, parse } from '../support/parse-stream.ts'
import { sourceStream, stream } from '../support/streams.ts'

describe('parse', () => {
  it('says where a stream comes from', () => {
    expect(parse({ name: 'Label', description: 'Text', url: link })).toMatchObject({
      addon: 'Source One',
      sourceId: 'one',
      sourceIndex: 2,
      position: 7,
      originalName: 'Label',
      originalDescription: 'Text',
      name: null,
      description: null,
    })
  })

  it('hands on what the source stated in fields of its own', () => {
    const stated = {
      fileIdx: 3,
      sources: ['tracker:udp://t.example'],
      videoHash: 'abc',
      bingeGroup: 'one|1080p',
      notWebReady: true,
      requestHeaders: { 'user-agent': 'x' },
      responseHeaders: { 'content-type': 'video/mp4' },
      countryWhitelist: ['gbr'],
      subtitleTracks: [{ id: '1', url: 'https://s.example/1.srt', lang: 'eng' }],
    }
    expect(parse({ ...stated, infoHash: hash })).toMatchObject(stated)
  })

  it.each<{ text: string; facts: Partial<Stream> }>([
    {
      text: '👤 6 💾 2.47 GB ⚙️ KickassTorrents',
      facts: { seeders: 6, size: 2652142305, indexer: 'KickassTorrents' },
    },
    { text: '💾1.5GB 👥10 ⚙️RARBG', facts: { size: 1610612736, seeders: 10, indexer: 'RARBG' } },
    { text: '💾 935 MB', facts: { size: 980418560 } },
    { text: '💾 1,5 GiB', facts: { size: 1610612736 } },
    { text: '💾 1,536 MiB', facts: { size: 1610612736 } },
    {
      text: 'Size: 1.5 GB | Source: RARBG | Type: Torrent | Seeders: 12 | Age: 120d',
      facts: { size: 1610612736, indexer: 'RARBG', seeders: 12, age: 2880 },
    },
    { text: '1.5 GB | 12 seeders', facts: { size: 1610612736, seeders: 12 } },
    { text: '💾 1.5 GB / 30 GB', facts: { size: 1610612736, folderSize: 32212254720 } },
    { text: '💾 1.5 GB 📦 30 GB', facts: { size: 1610612736, folderSize: 32212254720 } },
    { text: '📦 30 GB', facts: { size: 32212254720, folderSize: null } },
    { text: 'S:12 L:3', facts: { seeders: 12 } },
    { text: '👤 1,204', facts: { seeders: 1204 } },
    { text: '👤 1.2k', facts: { seeders: 1200 } },
    { text: '👤 0', facts: { seeders: 0 } },
    { text: '📅 12d', facts: { age: 288 } },
    { text: '📅 3 days ago', facts: { age: 72 } },
    { text: '5h', facts: { age: 5 } },
    { text: '📅 1y 2d', facts: { age: 8814 } },
    { text: '🔍 1337x', facts: { indexer: '1337x' } },
    { text: '🌐 site.example', facts: { indexer: 'site.example', languages: [] } },
    { text: '💾 2 GB [RARBG]', facts: { size: 2147483648 } },
    { text: '[RARBG]', facts: { indexer: 'RARBG' } },
    { text: '⏱️ 1h 54m', facts: { duration: 6840 } },
    { text: '🕛 1h:54m', facts: { duration: 6840 } },
    { text: '⏱ 114 min', facts: { duration: 6840 } },
    { text: '⏱ 01:54:00', facts: { duration: 6840 } },
    { text: '114 min', facts: { duration: 6840 } },
    { text: '12.5 Mbps', facts: { bitrate: 12_500_000 } },
    { text: '📊 800 kbps', facts: { bitrate: 800_000 } },
    { text: '💾 900 MB ⏱ 2h 0m', facts: { bitrate: 1_048_576 } },
    { text: '🔒 ⚙️ Home', facts: { private: true, indexer: 'Home' } },
  ])('reads the facts of "$text"', ({ text, facts }) => {
    expect(parse({ description: text, infoHash: hash })).toMatchObject(facts)
  })

  it.each(['[RD download]', '[TB download]', '[AD download]', '[DL ⬇️]', '[RD]', '[Torbox]'])(
    'takes the service in "%s" for no indexer',
    (name) => {
      const description = 'Film.2020.1080p.WEB.x264-G\n💾 3 GB'
      expect(parse({ name, description, url: link })).toMatchObject({ indexer: null })
      expect(parse({ description: `${description}\n${name}`, url: link }).indexer).toBeNull()
    },
  )

  it.each<{ text: string; languages: string[]; subtitles?: string[] }>([
    { text: '🇬🇧', languages: ['English'] },
    { text: '🇬🇧 / 🇫🇷 / 🇩🇪', languages: ['English', 'French', 'German'] },
    { text: '🇧🇷', languages: ['Portuguese (Brazil)'] },
    { text: '🇵🇹', languages: ['Portuguese'] },
    { text: '🇲🇽', languages: ['Latino'] },
    { text: 'Multi Audio / 🇮🇹', languages: ['Multi', 'Italian'] },
    { text: 'Dual Audio', languages: ['Dual Audio'] },
    { text: 'Dubbed', languages: ['Dubbed'] },
    { text: '🌐 English + French', languages: ['English', 'French'] },
    { text: 'Language: English', languages: ['English'] },
    { text: '🗣 eng, jpn', languages: ['English', 'Japanese'] },
    { text: 'Multi Subs', languages: [], subtitles: ['Multi'] },
    { text: '💬 🇬🇧 / 🇪🇸', languages: [], subtitles: ['English', 'Spanish'] },
    { text: 'Subtitles: English, Arabic', languages: [], subtitles: ['English', 'Arabic'] },
    { text: 'it is in no way French', languages: [] },
  ])('reads the languages of "$text"', ({ text, languages, subtitles = [] }) => {
    expect(parse({ description: text, infoHash: hash })).toMatchObject({ languages, subtitles })
  })

  it('adds the languages of the text to those of the name', () => {
    const names = { 'Film.2020.FRENCH.mkv': { languages: ['French'], subtitles: ['Thai'] } }
    const raw = { filename: 'Film.2020.FRENCH.mkv', description: '🇫🇷 🇬🇧', infoHash: hash }
    expect(parse(raw, names)).toMatchObject({
      languages: ['French', 'English'],
      subtitles: ['Thai'],
      parsedFile: { languages: ['French'] },
    })
  })

  it.each<{ name: string; service: string | null; cached: boolean | null }>([
    { name: '[RD+] Source\n1080p', service: 'realdebrid', cached: true },
    { name: '[RD download] Source', service: 'realdebrid', cached: false },
    { name: '[RD ⬇️] Source', service: 'realdebrid', cached: false },
    { name: '[RD⚡] Source 1080p', service: 'realdebrid', cached: true },
    { name: 'Source RD 1080p ⚡️', service: 'realdebrid', cached: true },
    { name: 'Source | RD ⏳', service: 'realdebrid', cached: false },
    { name: '⚡ [TB] Source', service: 'torbox', cached: true },
    { name: '[AD+] Source', service: 'alldebrid', cached: true },
    { name: '[PM+] Source', service: 'premiumize', cached: true },
    { name: '[TB+] Source', service: 'torbox', cached: true },
    { name: '[DL+] Source', service: 'debridlink', cached: true },
    { name: '[OC+] Source', service: 'offcloud', cached: true },
    { name: '[ED+] Source', service: 'easydebrid', cached: true },
    { name: '[Putio+] Source', service: 'putio', cached: true },
    { name: '[PP] Source', service: 'pikpak', cached: null },
    { name: 'TorBox (Instant 1080p)', service: 'torbox', cached: true },
    { name: 'Real-Debrid 1080p uncached', service: 'realdebrid', cached: false },
    { name: '[RD] Source', service: 'realdebrid', cached: null },
    { name: 'Source WEB DL HDR10+ DD+', service: null, cached: null },
  ])('reads service and cache state of "$name"', ({ name, service, cached }) => {
    const type = service === null ? 'http' : 'debrid'
    expect(parse({ name, url: link })).toMatchObject({ service, cached, type })
  })

  it('knows the service of a link whose label does not name it', () => {
    const url = `https://source.example/resolve/premiumize/key/${hash}/null/0/film.mkv`
    expect(parse({ name: 'Source 1080p', url })).toMatchObject({
      type: 'debrid',
      service: 'premiumize',
      infoHash: hash,
    })
  })

  it.each(['☁️ [RD] Source', 'TorBox - Your Media', '[RD] Library', '📚 [AD] Source'])(
    'knows what is in the person’s own library: "%s"',
    (name) => {
      expect(parse({ name, url: link }).library).toBe(true)
    },
  )

  it.each<{ rule: string; raw: Partial<SourceStream>; type: string; mediaType?: string }>([
    { rule: 'a torrent', raw: { infoHash: hash }, type: 'p2p' },
    { rule: 'a magnet link', raw: { url: `magnet:?xt=urn:btih:${hash}` }, type: 'p2p' },
    { rule: 'a plain link', raw: { url: link }, type: 'http' },
    {
      rule: 'a plain link of a television channel',
      raw: { url: link },
      mediaType: 'tv',
      type: 'live',
    },
    { rule: 'a link that calls itself live', raw: { url: link, name: '🔴 Channel' }, type: 'live' },
    { rule: 'an nzb', raw: { nzbUrl: 'https://i.example/1.nzb' }, type: 'usenet' },
    { rule: 'a link to Easynews', raw: { name: 'Easynews+', url: link }, type: 'usenet' },
    {
      rule: 'a link that says usenet',
      raw: { name: '[TB+] X', description: 'Type: Usenet | Age: 54d', url: link },
      type: 'usenet',
    },
    { rule: 'a video', raw: { ytId: 'abc' }, type: 'youtube' },
    { rule: 'a page elsewhere', raw: { externalUrl: 'https://shop.example' }, type: 'external' },
    { rule: 'an error', raw: { name: '[❌] Source', description: 'Timed out' }, type: 'error' },
    {
      rule: 'an error with a page',
      raw: { name: 'Error', externalUrl: 'https://help.example' },
      type: 'error',
    },
    {
      rule: 'a link, whatever its label says',
      raw: { name: '[❌] Source', url: link },
      type: 'http',
    },
    { rule: 'a note', raw: { name: '📊 Statistics', description: '3 of 4' }, type: 'statistic' },
  ])('$rule is $type', ({ raw, type, mediaType }) => {
    expect(parse(raw, {}, mediaType).type).toBe(type)
  })

  it('keeps the words of a note, and remarks beside a playable stream', () => {
    expect(parse({ name: '[❌] Source', description: 'Timed out' }).message).toBe('Timed out')
    expect(parse({ name: '[❌] Source' }).message).toBe('[❌] Source')
    expect(parse({ url: link, description: 'ℹ️ Needs a key\n💾 1 GB' }).message).toBe('Needs a key')
    expect(parse({ url: link, description: '💾 1 GB' }).message).toBeNull()
  })

  describe('info hash', () => {
    const upper = hash.toUpperCase()
    const key = 'a'.repeat(40)
    it.each<{ rule: string; raw: Partial<SourceStream>; infoHash: string | null }>([
      { rule: 'in lower case', raw: { infoHash: upper }, infoHash: hash },
      {
        rule: 'from base32',
        raw: { infoHash: 'YHE3EFGD3KQEMB432SUKFWBQK6ELLUJY' },
        infoHash: hash,
      },
      {
        rule: 'from a magnet link',
        raw: { url: `magnet:?dn=x&xt=urn:btih:${upper}` },
        infoHash: hash,
      },
      { rule: 'from the path of a link', raw: { url: `${link}/${hash}/0` }, infoHash: hash },
      {
        rule: 'behind the key of a service',
        raw: { url: `${link}/${key}/${hash}/0` },
        infoHash: hash,
      },
      {
        rule: 'from a parameter that names it',
        raw: { url: `${link}?infohash=${hash}` },
        infoHash: hash,
      },
      {
        rule: 'not from a parameter that does not',
        raw: { url: `${link}?sig=${hash}` },
        infoHash: null,
      },
      { rule: 'not from longer digits', raw: { url: `${link}/${hash}${hash}` }, infoHash: null },
      { rule: 'not from other text', raw: { infoHash: 'nothing' }, infoHash: null },
    ])('is read $rule', ({ raw, infoHash }) => {
      expect(parse(raw).infoHash).toBe(infoHash)
    })

    it('of a magnet link comes with its trackers, and the link is not one to play', () => {
      const url = `magnet:?xt=urn:btih:${hash}&tr=udp%3A%2F%2Ft.example%3A1`
      expect(parse({ url })).toMatchObject({ url: null, sources: ['tracker:udp://t.example:1'] })
    })
  })

  it('believes the stated size of the file, and takes a larger listed one for the folder’s', () => {
    const raw = { infoHash: hash, videoSize: 1_000_000_000, description: '💾 30 GB' }
    expect(parse(raw)).toMatchObject({ size: 1_000_000_000, folderSize: 32_212_254_720 })
    expect(parse({ ...raw, videoSize: -1 })).toMatchObject({ size: 32_212_254_720 })
  })

  it.each<{ rule: string; raw: Partial<SourceStream> }>([
    { rule: 'a megabyte of digits', raw: { description: '1'.repeat(1_000_000) } },
    {
      rule: 'a megabyte of blanks',
      raw: { description: ' '.repeat(1_000_000), name: ' '.repeat(1_000_000) },
    },
    { rule: 'a hundred thousand lines', raw: { description: '👤\n'.repeat(100_000) } },
    { rule: 'a hundred thousand flags', raw: { description: '🇬🇧'.repeat(100_000) } },
    { rule: 'a hundred thousand brackets', raw: { name: '['.repeat(100_000) } },
    { rule: 'labels without end', raw: { description: 'size: '.repeat(100_000) } },
    { rule: 'a long hex number as address', raw: { url: `${link}/${'a'.repeat(1_000_000)}` } },
    { rule: 'half an emoji', raw: { description: '\ud83d', name: '\udc64' } },
    {
      rule: 'names of object members',
      raw: { name: '__proto__', description: 'constructor: 1\n__proto__: 2' },
    },
  ])('survives $rule', ({ raw }) => {
    const { originalDescription, originalName } = parse(raw)
    expect(originalDescription.length).toBeLessThanOrEqual(4_000)
    expect(originalName.length).toBeLessThanOrEqual(500)
  })

  it('makes every stream of the same shape', () => {
    const keys = Object.keys(parse({}))
    expect(Object.keys(parse({ ...sourceStream(), url: link, name: '[RD+] X' }))).toEqual(keys)
    expect(keys.toSorted()).toEqual(Object.keys(stream()).toSorted())
  })
})
