import { filmStream, sourceAt, startAddon } from '../../../support/addon.ts'
import type { Ending } from '../../../support/ending.ts'
import { basic, unknownUuid, userDataHeader } from '../../../support/service.ts'
import { startUpstream, status } from '../../../support/upstream.ts'
import { startStage } from '../stage.ts'

/** Names as sources give them. */
const names = [
  'Some.Film.2020.2160p.UHD.BluRay.REMUX.DV.HDR10.HEVC.TrueHD.Atmos.7.1-GROUP.mkv',
  'Some.Film.2020.1080p.BluRay.x264.DTS-HD.MA.5.1-OTHER.mkv',
  'Some.Film.2020.MULTi.1080p.WEB-DL.DDP5.1.H.264-FRENCH.mkv',
  'Some Film (2020) 720p HDTV x265 AAC 2.0 German.mp4',
  'Some.Film.2020.CAM.XviD-BAD.avi',
  '[Group] Some Film - 01 (BD 1080p HEVC FLAC) [ABCD1234].mkv',
  'Another.Film.1999.480p.DVDRip.XviD-OLD.avi',
]

const streams = [
  ...names.map((filename, index) => ({
    name: `⚡ Source ${index}`,
    title: `${filename}\n👤 ${index * 7} 💾 ${index + 1}.25 GB ⚙️ Indexer${index}`,
    infoHash: (index + 1).toString(16).padStart(40, 'a'),
    fileIdx: index,
    behaviorHints: { filename, bingeGroup: `group-${index}` },
  })),
  filmStream(3),
  filmStream(3, { name: 'Twice' }),
  {
    name: '[RD+] Web',
    url: 'https://cdn.example/3.mkv',
    title: 'Some.Film.2020.720p.WEB-DL.x264-WEB.mkv',
    subtitles: [{ id: 'en1', url: 'https://cdn.example/en.srt', lang: 'eng' }],
    behaviorHints: {
      notWebReady: true,
      proxyHeaders: { request: { 'User-Agent': 'player' } },
      countryWhitelist: ['deu'],
      videoHash: '8e245d9679d31e12',
    },
  },
  { name: 'Tube', title: 'Trailer', ytId: 'dQw4w9WgXcQ' },
  { name: 'Page', title: 'Elsewhere', externalUrl: 'https://page.example/film' },
  { name: 'Nothing to play' },
]

const configurations = {
  plain: {},
  choosy: {
    filters: {
      resolution: { exclude: ['480p'], prefer: ['2160p', '1080p'] },
      quality: { exclude: ['CAM'] },
      language: { prefer: ['German', 'Multi'] },
      regex: { prefer: [{ pattern: 'REMUX', score: 50, name: 'Best' }] },
      size: { max: 7_000_000_000 },
      expressions: {
        exclude: ["streamType == 'p2p' && seeders == 0"],
        score: [{ expression: '"DV" in visualTags', score: 5 }],
      },
    },
    sort: {
      global: [{ by: 'resolution' }, { by: 'regexScore' }, { by: 'size', direction: 'asc' }],
    },
    dedupe: { keys: ['infoHash', 'filename', 'smart'] },
    limits: { total: 6, resolution: 2 },
    formatter: {
      name: '{{ stream.resolution }} {{ stream.quality }}',
      description: '{{ stream.filename }} {{ stream.size | bytes }}',
    },
  },
  formatted: { formatter: { id: 'detailed' } },
}

/** Searches over `/api/v1/search`, and the same configurations as addons of Stremio. */
export async function walkSearches(ends: Ending): Promise<string> {
  const { recorder, service, name } = await startStage(ends)
  const { ask, note } = recorder
  const good = name('good', await startAddon({ streams, ends }))
  const episodes = name('more', await startAddon({ name: 'More', streams: [filmStream(9)], ends }))
  const broken = name('broken', await startUpstream(status(500), '127.0.0.1', ends))
  const sources = [good.source, episodes.source, sourceAt(`${broken.url}/manifest.json`, 'Broken')]
  const users = []
  for (const [title, config] of Object.entries(configurations)) {
    const user = await service.createUser({ name: title, sources, ...config })
    recorder.keep('uuid', user.uuid)
    recorder.keep('encryptedPassword', user.token)
    users.push({ title, user })
  }

  for (const { title, user } of users) {
    note(`Searches of the configuration: ${title}`)
    const headers = { authorization: basic(user) }
    const search = (query: string) => ask(`/api/v1/search?${query}`, { headers })
    await search('type=movie&id=tt1000000')
    await search('type=movie&id=tt1000000&format=true')
    await search('type=movie&id=tt1000000&format=stremio')
    await search('type=movie&id=tt1000000&requiredFields=infoHash&requiredFields=seeders')
    await search('type=series&id=tt2000000:1:2')
    const base = `/stremio/${user.uuid}/${user.token}`
    await ask(`${base}/manifest.json`)
    await ask(`${base}/stream/movie/tt1000000.json`)
    await ask(`${base}/stream/series/tt2000000:1:2/videoHash=1.json`)
  }

  note('Wrong searches')
  const { user } = users[0]!
  const headers = { authorization: basic(user) }
  const wrong = [
    '',
    'type=movie',
    'id=tt1',
    'type=movie&id=nonsense',
    'type=&id=tt1',
    'type=channel&id=tt1000000',
    'type=series&id=tt1000000:x:y',
    'type=movie&id=tt1000000&format=xml',
    'type=movie&id=tt1000000&requiredFields=beauty',
  ]
  for (const query of wrong) await ask(`/api/v1/search?${query}`, { headers })

  note('Other callers')
  const query = '/api/v1/search?type=movie&id=tt1000000'
  await ask(query)
  await ask(query, { headers: { authorization: basic({ ...user, password: 'wrong password' }) } })
  const inline = userDataHeader({ sources: [episodes.source] })
  await ask(query, { headers: { 'x-service-user-data': inline } })
  await ask(query, { headers: { 'x-service-user-data': 'nonsense' } })
  await ask(query, { headers: { 'x-service-user-data': userDataHeader({ sources: 7 }) } })
  await ask(query, { headers: { ...headers, 'x-service-user-data': inline } })

  note('Wrong addresses of addons')
  await ask(`/stremio/${user.uuid}/wrong/manifest.json`)
  await ask(`/stremio/${unknownUuid}/${user.token}/stream/movie/tt1.json`)
  await ask('/stremio/u/nobody/manifest.json')
  await ask(`/stremio/${user.uuid}/${user.token}/catalog/movie/x.json`)
  await ask(`/stremio/${user.uuid}/${user.token}/stream/movie/nonsense.json`)
  return recorder.print()
}
