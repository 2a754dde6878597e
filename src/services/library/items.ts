import { regularEpisodes } from '../../library/episodes.ts'
import type { Episode } from '../../library/episodes.ts'
import { identityOf, numberedIdentity, readNamed } from '../../library/identity.ts'
import type { Identity, SameTitle } from '../../library/identity.ts'
import { sortNameOf } from '../../library/names.ts'
import { createTitle, fillMeta } from '../../library/title.ts'
import type { Title } from '../../library/title.ts'
import type { ItemNames } from '../../model/item-names.ts'
import type { TitleSights } from '../../model/title-sights.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { ItemImages, LibraryItem, NamedRef } from '../../model/library-item.ts'
import type { Household } from '../../model/member.ts'
import type { SourceMeta, SourceVideo } from '../../model/source-meta.ts'
import type { WatchEntry } from '../../model/watch.ts'
import { contentAddedAtOf, partAddedAt } from './added.ts'
import type { Collection, Shelf } from './collection.ts'
import type { Details } from './details.ts'

const minute = 60_000
const noImages: ItemImages = { primary: null, backdrop: null, logo: null, thumb: null }

/** A title on its way to be shown: from a catalog, from its source, or both. */
export type Shown = { readonly title: Title; readonly details: Details | null }

/** The same with all that is known of it, which what is told of it first fills up. */
type Filled = Shown & { readonly meta: SourceMeta }

type Numbers = ReadonlyMap<string, number>

/** Makes what is listed out of what sources say. */
export function createItemMaker(
  names: ItemNames,
  sights: Pick<TitleSights, 'of' | 'peek'>,
  sameTitle: SameTitle,
) {
  /** Of titles that no catalog lists: those that are opened are seen as well. Lists go on without it where the database fails. */
  async function sightUnlisted(texts: readonly string[]): Promise<void> {
    if (texts.length > 0) await sights.of(texts).catch(() => {})
  }

  /** Numbers of everything that the items of an answer refer to by name, looked up at once. */
  async function numbersFor(shown: readonly Filled[]): Promise<Numbers> {
    const texts = shown.flatMap(({ title, details, meta }) => {
      const { genres, studios } = meta
      const people = details ? meta.people : []
      return [
        ...(title.identity.number === null ? [`title:${title.identity.text}`] : []),
        ...genres.map((genre) => `genre:${genre}`),
        ...studios.map((studio) => `studio:${studio}`),
        ...people.map(({ name }) => `person:${name}`),
      ]
    })
    return names.numbersOf(texts)
  }

  function namedRefs(
    household: Household,
    kind: 'genre' | 'studio',
    list: readonly string[],
    numbers: Numbers,
  ): readonly NamedRef[] {
    return list.flatMap((name) => {
      const number = numbers.get(`${kind}:${name}`)
      return number === undefined ? [] : { name, ref: refOf(household, kind, 'opaque', number) }
    })
  }

  function titleItem(
    household: Household,
    { title, details, meta }: Filled,
    numbers: Numbers,
    collection: Collection | null,
  ): LibraryItem | null {
    const { identity, kind } = title
    const shelf = collection?.shelfOf.get(identity.text)
    const addedAt = collection?.addedAt.get(identity.text) ?? sights.peek(identity.text)
    const number = identity.number ?? numbers.get(`title:${identity.text}`)
    if (number === undefined) return null
    const ref = refOf(household, kind, identity.space, number)
    const refs = (list: readonly string[], of: 'genre' | 'studio') =>
      namedRefs(household, of, list, numbers)
    return {
      ref,
      key: identity.key,
      kind,
      mediaType: title.meta.type,
      name: meta.name,
      sortName: details ? sortNameOf(meta.name) : title.sortName,
      originalName: meta.aliases[0] ?? null,
      overview: meta.description,
      tagline: null,
      year: meta.year,
      endYear: meta.endYear,
      premieredAt: meta.released,
      endedAt: null,
      addedAt,
      contentAddedAt: contentAddedAtOf(addedAt, details?.seasons),
      runtimeMs: meta.runtime === null ? null : meta.runtime * minute,
      rating: meta.rating,
      certification: meta.certification,
      genres: refs(meta.genres, 'genre'),
      studios: refs(meta.studios, 'studio'),
      tags: [],
      countries: meta.countries,
      people: (details ? meta.people : []).flatMap((person) => {
        const own = numbers.get(`person:${person.name}`)
        return own === undefined
          ? []
          : { ...person, ref: refOf(household, 'person', 'opaque', own) }
      }),
      trailers: meta.trailers,
      images: imagesOf(meta),
      aspectRatio: meta.poster === null ? null : (meta.posterRatio ?? 2 / 3),
      ids: meta.ids,
      status: kind === 'series' ? (meta.continuing === false ? 'Ended' : 'Continuing') : null,
      collectionType: null,
      parent: shelf ? refOf(household, 'library', 'opaque', shelf.number) : null,
      series: null,
      seasonRef: null,
      seasonName: null,
      season: null,
      episode: null,
      aired: true,
      counts: {
        children: details && kind === 'series' ? details.seasons.length : null,
        episodes: details && kind === 'series' ? regularEpisodes(details.seasons).length : null,
      },
      detailed: details !== null,
    }
  }

  function seasonItem(series: LibraryItem, season: Details['seasons'][number]): LibraryItem {
    const ref = { ...series.ref, kind: 'season' as const, season: season.number }
    const name = season.number === 0 ? 'Specials' : `Season ${season.number}`
    const first = season.episodes[0]?.video.released ?? null
    const addedAt = partAddedAt(series.addedAt, first, Date.now())
    return {
      ...bare(ref, 'season', name),
      key: `${series.key}:${season.number}`,
      mediaType: series.mediaType,
      sortName: sortNameOf(`season ${season.number}`),
      overview: null,
      year: first === null ? null : new Date(first).getUTCFullYear(),
      premieredAt: first,
      addedAt,
      contentAddedAt: contentAddedAtOf(addedAt, [season]),
      genres: series.genres,
      images: { ...noImages, primary: series.images.primary },
      aspectRatio: series.aspectRatio,
      parent: series.ref,
      series: seriesOf(series),
      season: season.number,
      aired: season.episodes.some(({ aired }) => aired),
      counts: {
        children: season.episodes.length,
        episodes: season.episodes.filter(({ aired }) => aired).length,
      },
    }
  }

  function episodeItem(
    series: LibraryItem,
    { video, season, episode, aired }: Episode,
  ): LibraryItem {
    const seasonRef = { ...series.ref, kind: 'season' as const, season }
    const name = episodeName(video, episode)
    const addedAt = partAddedAt(series.addedAt, video.released, Date.now())
    return {
      ...bare({ ...series.ref, kind: 'episode', season, episode }, 'episode', name),
      key: video.id,
      mediaType: series.mediaType,
      sortName: episodeSortName(season, episode, name),
      overview: video.overview,
      year: video.released === null ? null : new Date(video.released).getUTCFullYear(),
      premieredAt: video.released,
      addedAt,
      contentAddedAt: addedAt,
      runtimeMs: video.runtime === null ? series.runtimeMs : video.runtime * minute,
      certification: series.certification,
      genres: series.genres,
      studios: series.studios,
      images: { ...noImages, primary: video.thumbnail },
      aspectRatio: video.thumbnail === null ? null : 16 / 9,
      parent: seasonRef,
      series: seriesOf(series),
      seasonRef,
      seasonName: season === 0 ? 'Specials' : `Season ${season}`,
      season,
      episode,
      aired,
      detailed: true,
    }
  }

  function libraryItem(household: Household, { catalog, number, titles }: Shelf): LibraryItem {
    const picture = titles.find(({ meta }) => meta.background !== null)?.meta.background ?? null
    return {
      ...bare(refOf(household, 'library', 'opaque', number), 'library', catalog.name),
      key: catalog.key,
      mediaType: catalog.type,
      collectionType: catalog.collectionType,
      images: { ...noImages, primary: picture, backdrop: picture },
      aspectRatio: 16 / 9,
      counts: { children: titles.length, episodes: null },
    }
  }

  function nameItem(
    household: Household,
    kind: 'genre' | 'studio' | 'person' | 'year',
    name: string,
    number: number,
    image: string | null = null,
  ): LibraryItem {
    return {
      ...bare(refOf(household, kind, 'opaque', number), kind, name),
      key: `${kind}:${name}`,
      images: { ...noImages, primary: image },
      aspectRatio: image === null ? null : 2 / 3,
    }
  }

  /** From what the history kept, for titles that no source shows any more. Null where its id cannot be made again. */
  async function watchedItem(household: Household, entry: WatchEntry): Promise<LibraryItem | null> {
    const { item, kind, season, episode } = entry
    const identity = identityOfEntry(entry)
    const number =
      identity.number ??
      (await names.numbersOf([`title:${identity.text}`])).get(`title:${identity.text}`)
    if (number === undefined) return null
    const titleKind = kind === 'episode' || kind === 'season' ? 'series' : kind
    const titleRef = refOf(household, titleKind, identity.space, number)
    const images = { ...noImages, primary: item.primary, backdrop: item.backdrop }
    const addedAt = sights.peek(identity.text)
    const base = {
      ...bare(
        {
          ...titleRef,
          kind,
          season: kind === 'season' || kind === 'episode' ? season : null,
          episode: kind === 'episode' ? episode : null,
        },
        kind,
        item.name,
      ),
      key: entry.itemKey,
      mediaType: item.mediaType,
      year: item.year,
      addedAt,
      contentAddedAt: addedAt,
      runtimeMs: item.runtimeMs ?? entry.durationMs,
      images,
      aspectRatio: item.primary === null ? null : kind === 'episode' ? 16 / 9 : 2 / 3,
    }
    if (titleKind !== 'series' || kind === 'series') return base
    const seasonRef = { ...titleRef, kind: 'season' as const, season }
    return {
      ...base,
      sortName: kind === 'episode' ? episodeSortName(season, episode, item.name) : base.sortName,
      parent: kind === 'episode' ? seasonRef : titleRef,
      series: {
        ref: titleRef,
        key: entry.titleKey,
        name: item.seriesName ?? item.name,
        images: { ...noImages, primary: item.seriesPrimary },
        ids: {},
        year: null,
      },
      seasonRef: kind === 'episode' ? seasonRef : null,
      seasonName: season === 0 ? 'Specials' : season === null ? null : `Season ${season}`,
      season,
      episode,
    }
  }

  /** Items of titles, each under the library that lists it first; in their order. */
  async function titleItems(
    household: Household,
    collection: Collection | null,
    shown: readonly Shown[],
  ): Promise<readonly LibraryItem[]> {
    const filled = shown.map(({ title, details }): Filled => {
      const meta = details ? fillMeta(details.meta, title.meta) : title.meta
      return { title, details, meta }
    })
    const unlisted = shown.flatMap(({ title: { identity }, details }) =>
      details && !collection?.addedAt.has(identity.text) ? identity.text : [],
    )
    const [numbers] = await Promise.all([numbersFor(filled), sightUnlisted(unlisted)])
    return filled.flatMap((one) => titleItem(household, one, numbers, collection) ?? [])
  }

  /** Looks up at once when the titles of entries were first seen, for the items that are made of them. */
  function sightEntries(entries: readonly WatchEntry[]): Promise<void> {
    return sightUnlisted(entries.map((entry) => identityOfEntry(entry).text))
  }

  /** The title that a ref names; null for a number that stands for nothing. */
  async function identityOfRef({
    space,
    number,
    kind,
  }: ItemRef): Promise<{ identity: Identity; type: string } | null> {
    if (space !== 'opaque') {
      const type = kind === 'movie' ? 'movie' : 'series'
      const titleSpace = kind === 'movie' || kind === 'video' ? 'movie' : 'series'
      return { identity: numberedIdentity(space, number, titleSpace), type }
    }
    const text = await names.textOf(number)
    if (!text?.startsWith('title:')) return null
    const { type, id } = readNamed(text.slice('title:'.length))
    return { identity: { key: id, space, number: null, text: `${type} ${id}` }, type }
  }

  /** A title that no catalog lists, as far as its source knows it. */
  function titleOf(meta: SourceMeta, identity: Identity, type: string): Title {
    return { ...createTitle({ ...meta, type }, sameTitle), identity }
  }

  return {
    titleItems,
    seasonItem,
    episodeItem,
    libraryItem,
    nameItem,
    watchedItem,
    sightEntries,
    identityOfRef,
    titleOf,
  }
}

export function episodeName({ title }: SourceVideo, episode: number): string {
  return title ?? `Episode ${episode}`
}

function identityOfEntry({ titleKey, item }: WatchEntry): Identity {
  return identityOf({ id: titleKey, type: item.mediaType, ids: {} }, () => null)
}

function refOf(
  { configuration }: Household,
  kind: ItemKind,
  space: ItemRef['space'],
  number: number,
): ItemRef {
  return { configuration, kind, space, number, season: null, episode: null, version: 0 }
}

/** By which episodes come in the order of broadcast. */
function episodeSortName(season: number | null, episode: number | null, name: string): string {
  const padded = (number: number | null): string => String(number ?? 0).padStart(4, '0')
  return `${padded(season)} ${padded(episode)} ${sortNameOf(name)}`
}

function seriesOf({ ref, key, name, images, ids, year }: LibraryItem): LibraryItem['series'] {
  return { ref, key, name, images, ids, year }
}

function imagesOf({ poster, background, logo }: SourceMeta): ItemImages {
  return { primary: poster, backdrop: background, logo, thumb: background }
}

/** An item of which nothing but its name is known. */
export function bare(ref: ItemRef, kind: ItemKind, name: string): LibraryItem {
  return {
    ref,
    key: '',
    kind,
    mediaType: '',
    name,
    sortName: sortNameOf(name),
    originalName: null,
    overview: null,
    tagline: null,
    year: null,
    endYear: null,
    premieredAt: null,
    endedAt: null,
    addedAt: null,
    contentAddedAt: null,
    runtimeMs: null,
    rating: null,
    certification: null,
    genres: [],
    studios: [],
    tags: [],
    countries: [],
    people: [],
    trailers: [],
    images: noImages,
    aspectRatio: null,
    ids: {},
    status: null,
    collectionType: null,
    parent: null,
    series: null,
    seasonRef: null,
    seasonName: null,
    season: null,
    episode: null,
    aired: true,
    counts: { children: null, episodes: null },
    detailed: false,
  }
}
