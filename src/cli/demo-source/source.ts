import type { App } from '../../http/server.ts'
import { demoTitles } from './catalog.ts'
import type { DemoTitle } from './catalog.ts'

const seasons = 2
const episodesPerSeason = 3

/** Copies that both demo sources offer, and one that only the second has. */
const copies = [
  { label: '1080p', tags: '1080p.BluRay.x264.FLAC.1.0', megabytesPerMinute: 55, mirrorOnly: false },
  { label: '720p', tags: '720p.WEB-DL.x265.AAC2.0', megabytesPerMinute: 14, mirrorOnly: false },
  { label: '480p', tags: '480p.DVDRip.XviD.MP3', megabytesPerMinute: 7, mirrorOnly: true },
]

export const demoManifests = {
  archive: '/demo/archive/manifest.json',
  mirror: '/demo/mirror/manifest.json',
}

type SourceName = keyof typeof demoManifests

function manifest(source: SourceName) {
  return {
    id: `demo.${source}`,
    version: '1.0.0',
    name: `Demo ${source}`,
    description:
      'Public-domain films and a series, for trying the service without any other source.',
    resources: [
      'stream',
      'catalog',
      { name: 'meta', types: ['movie', 'series'], idPrefixes: ['tt'] },
    ],
    types: ['movie', 'series'],
    idPrefixes: ['tt'],
    // One catalog is enough, since both would be the same.
    catalogs:
      source === 'mirror'
        ? []
        : [
            { type: 'movie', id: 'films', name: 'Public-domain films' },
            { type: 'series', id: 'series', name: 'Public-domain series' },
          ],
  }
}

function streams(source: SourceName, title: DemoTitle, episode: string | null) {
  return copies
    .filter(({ mirrorOnly }) => source === 'mirror' || !mirrorOnly)
    .map(({ label, tags, megabytesPerMinute }) => {
      const dotted = title.name.replaceAll(/[ .]+/g, '.')
      const filename = `${dotted}.${episode ?? title.year}.${tags}-DEMO.mp4`
      const gigabytes = ((title.minutes * megabytesPerMinute) / 1_024).toFixed(2)
      return {
        name: `Demo ${source}\n${label}`,
        description: `${filename}\n💾 ${gigabytes} GB ⚙️ archive.org`,
        url: `https://archive.org/download/${title.archive}/${filename}`,
        behaviorHints: { filename, bingeGroup: `demo|${label}` },
      }
    })
}

function preview(title: DemoTitle) {
  const picture = `https://archive.org/services/img/${title.archive}`
  return {
    id: title.id,
    type: title.type,
    name: title.name,
    description: title.about,
    genres: title.genres,
    director: title.director,
    releaseInfo: String(title.year),
    runtime: `${title.minutes} min`,
    poster: picture,
    background: picture,
  }
}

function meta(title: DemoTitle) {
  const numbers = Array.from({ length: seasons * episodesPerSeason }, (_, index) => ({
    season: Math.floor(index / episodesPerSeason) + 1,
    episode: (index % episodesPerSeason) + 1,
  }))
  return {
    ...preview(title),
    videos:
      title.type === 'movie'
        ? []
        : numbers.map(({ season, episode }) => ({
            id: `${title.id}:${season}:${episode}`,
            title: `Episode ${episode}`,
            season,
            episode,
            released: new Date(Date.UTC(title.year + season - 1, 0, episode * 7)).toISOString(),
          })),
  }
}

function findEpisode(id: string): { title: DemoTitle; episode: string | null } | null {
  const [titleId, season, episode] = id.split(':')
  const title = demoTitles.find((candidate) => candidate.id === titleId)
  if (!title) return null
  if (title.type === 'movie') return { title, episode: null }
  if (!(Number(season) <= seasons && Number(episode) <= episodesPerSeason)) return null
  return { title, episode: `S${season!.padStart(2, '0')}E${episode!.padStart(2, '0')}` }
}

/** Adds two small Stremio sources that overlap, so that a demo can search and deduplicate. */
export function mountDemoSources(app: App): void {
  for (const source of Object.keys(demoManifests) as SourceName[]) {
    app.get(demoManifests[source], async () => manifest(source))
    app.get<{ Params: { file: string } }>(
      `/demo/${source}/stream/:type/:file`,
      async ({ params }) => {
        const found = findEpisode(params.file.replace(/\.json$/, ''))
        return { streams: found ? streams(source, found.title, found.episode) : [] }
      },
    )
    app.get<{ Params: { type: string } }>(
      `/demo/${source}/catalog/:type/:file`,
      async ({ params }) => ({
        metas: demoTitles.filter(({ type }) => type === params.type).map(preview),
      }),
    )
    app.get<{ Params: { file: string } }>(
      `/demo/${source}/meta/:type/:file`,
      async ({ params }) => {
        const id = params.file.replace(/\.json$/, '')
        const title = demoTitles.find((candidate) => candidate.id === id)
        return { meta: title ? meta(title) : null }
      },
    )
  }
}
