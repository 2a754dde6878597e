import { afterAll, describe, expect, it, vi } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { imdbOf, range, showId, startCatalogAddon } from '../../support/catalog-addon.ts'
import { startService } from '../../support/service.ts'
import { openStremioCore } from '../../support/stremio-core.ts'
import { startUpstream, status } from '../../support/upstream.ts'
import {
  startWatchedSource,
  watchedFilm,
  watchedShow,
  watchFile,
} from '../../support/watched-source.ts'

vi.useFakeTimers({ toFake: ['Date'], now: Date.now(), shouldAdvanceTime: true })
afterAll(() => {
  vi.useRealTimers()
})

const subtitle = { id: 'e', url: 'https://subtitles.example/en.srt', lang: 'eng' }
const genres = ['Comedy', 'Drama']
const otherAddon = {
  transportUrl: 'https://other.example/manifest.json',
  transportName: 'http',
  manifest: {
    id: 'org.other',
    version: '1.0.0',
    name: 'Other',
    types: ['movie'],
    resources: ['stream'],
    catalogs: [],
  },
}
const alpha = await startCatalogAddon({
  name: 'Alpha',
  films: range(1, 130),
  genres,
  subtitles: [subtitle],
  addons: [
    otherAddon,
    { ...otherAddon, transportUrl: 'file:///etc/passwd' },
    { ...otherAddon, manifest: { ...otherAddon.manifest, version: 'newest' } },
  ],
  ends: afterAll,
})
const beta = await startCatalogAddon({
  name: 'Beta',
  films: range(100, 250),
  idOf: (film) => `other:${film}`,
  ends: afterAll,
})
const broken = await startUpstream(status(503), '127.0.0.1', afterAll)
const down = sourceAt(`${broken.url}/manifest.json`, 'Down')
const watched = await startWatchedSource(afterAll)
const { url, createUser, graphql } = await startService({}, afterAll)
const user = await createUser({
  sources: [alpha.source, down, beta.source],
  catalogs: {
    merged: [{ id: 'films', name: 'Films', catalogs: ['alpha/movie/top', 'beta/movie/top'] }],
  },
})
const core = await openStremioCore(`${url}/stremio/${user.uuid}/${user.token}/manifest.json`)

describe("Stremio's own core, with a configuration of three sources of which one is down", () => {
  it('fills the rows of its board', async () => {
    const rows = await core.board()
    expect(rows.map(({ name, content }) => [name, content.type])).toEqual([
      ['Films', 'Ready'],
      ['Shows of Alpha', 'Ready'],
      ['Shows of Beta', 'Ready'],
    ])
  })

  it('pages through a merged catalog to its end', async () => {
    const titles = await core.discover('movie', 'films')
    expect(titles).toHaveLength(250)
    expect(new Set(titles.map(({ id }) => id))).toEqual(new Set(range(1, 250).map(imdbOf)))
  })

  it('pages to the end of a catalog of which most titles say much', async () => {
    const long = {
      description: 'It was a dark and stormy night. '.repeat(60),
      cast: Array.from({ length: 100 }, (_, at) => `Somebody with a long name ${at}`),
    }
    const wordy = await startCatalogAddon({
      name: 'Wordy',
      films: range(1, 250),
      more: (film) => (film % 3 === 0 ? {} : long),
    })
    const home = await createUser({ sources: [wordy.source] })
    const own = await core.install(`${url}/stremio/${home.uuid}/${home.token}/manifest.json`)
    const [{ id }] = own.manifest.catalogs
    const titles = await own.discover('movie', id)
    expect(titles.map((title) => title.id)).toEqual(range(1, 250).map(imdbOf))
  })

  it('narrows it by genre', async () => {
    const titles = await core.discover('movie', 'films', [['genre', 'Comedy']])
    expect(titles[0]).toMatchObject({ id: imdbOf(3), name: 'Film 3' })
  })

  it('shows a film with its streams', async () => {
    const { meta, streams } = await core.details('movie', imdbOf(120), imdbOf(120))
    expect(meta).toMatchObject({ type: 'Ready', content: { id: imdbOf(120), name: 'Film 120' } })
    expect(streams).toMatchObject({ type: 'Ready' })
    expect(streams.content).toHaveLength(3)
  })

  it('shows the episodes of a series with their streams', async () => {
    const { meta, streams } = await core.details('series', showId, `${showId}:1:2`)
    expect(meta).toMatchObject({ type: 'Ready', content: { name: 'The Show' } })
    const { videos } = meta.content as { videos: { id: string }[] }
    expect(videos.map(({ id }) => id)).toEqual([1, 2, 3].map((part) => `${showId}:1:${part}`))
    expect(streams).toMatchObject({ type: 'Ready' })
    const [alphas, betas, failure, ...more] = streams.content as { url?: string; name: string }[]
    expect([alphas, betas].map((stream) => stream!.url)).toEqual(
      ['Alpha', 'Beta'].map((name) => `https://cdn.example/${name}/${showId}:1:2`),
    )
    expect(failure!.name).toContain('Down')
    expect(more).toEqual([])
  })

  it('offers subtitles to the player', async () => {
    const subtitles = await core.subtitles('movie', imdbOf(1), { url: 'https://cdn.example/1.mp4' })
    expect(subtitles).toEqual([expect.objectContaining({ lang: 'eng', url: subtitle.url })])
  })

  it('searches every source in one row', async () => {
    const rows = await core.search('film 10')
    expect(rows).toMatchObject([{ name: 'Search', content: { type: 'Ready' } }])
    expect(rows[0]!.content.content).toContainEqual(expect.objectContaining({ id: imdbOf(10) }))
  })

  it('lists the addons that a source names, without broken ones', async () => {
    const [list] = core.manifest.addonCatalogs
    expect(list).toMatchObject({ type: 'other', name: 'Addons of Alpha' })
    expect(await core.listedAddons('other', list.id)).toMatchObject({
      type: 'Ready',
      content: [{ transportUrl: otherAddon.transportUrl, manifest: { name: 'Other' } }],
    })
  })
})

describe("A user's own address in Stremio's core", () => {
  it.each(['Olga', 'Kim'])(
    'has the rows of what was begun and what comes next, after %s watched in Stremio',
    async (name) => {
      const home = await createUser({
        sources: [watched],
        stremio: { recordPlays: true },
        mediaServer: {
          proxy: true,
          owner: { name: 'Olga' },
          users: [{ name: 'Kim', personal: true }],
        },
      })
      const { data } = await graphql('{ serviceUsers { personalManifestUrl } }', { auth: home })
      const [personal] = data.serviceUsers.flatMap(
        (one: { personalManifestUrl: string | null }) => one.personalManifestUrl ?? [],
      )
      const ofOlga = `${url}/stremio/${home.uuid}/${home.token}/u/Olga/manifest.json`
      const own = await core.install(name === 'Kim' ? personal : ofOlga)
      const linkOf = async (type: string, id: string, video: string): Promise<string> => {
        const { streams } = await own.details(type, id, video)
        return (streams.content as { url: string }[])[0]!.url
      }
      const playing = async () =>
        (
          await graphql('{ activity { sessions { item { key } } } }', { auth: home })
        ).data.activity.sessions.map(({ item }: { item: { key: string } | null }) => item?.key)
      const begun = (key: string) => async () => {
        await expect.poll(playing).toContain(key)
      }
      const film = await linkOf('movie', watchedFilm, watchedFilm)
      await watchFile(film, [10, 12], begun(watchedFilm))
      const first = `${watchedShow}:1:1`
      await watchFile(await linkOf('series', watchedShow, first), [17, 19.5], begun(first))
      const rows = async () =>
        (await own.board()).map(({ name: row, type, content }) => [
          `${row} ${type}`,
          ...[content.content].flat().map((title) => (title as { name: string }).name),
        ])
      const wanted = [
        ['Continue watching movie', 'Some Film'],
        ['Next up series', 'Some Show S1E2'],
      ]
      await expect.poll(rows).toEqual(expect.arrayContaining(wanted))
    },
  )
})
