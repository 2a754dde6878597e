import { hash } from 'node:crypto'
import type {
  BareItemFieldsFragment,
  Database,
  DetailFieldsFragment,
  ItemFieldsFragment,
  Picture,
} from '../../documents/documents.ts'
import { longDate, msOfDateTime, ticksOf } from '../transport/times.ts'
import {
  folderKinds,
  imageTypeOf,
  nameOfCollectionType,
  nameOfRole,
  nameOfStatus,
  playableKinds,
  providerNames,
  typeOfKind,
} from './item-words.ts'
import { toUserData } from './user-data-dto.ts'

const unknownDate = new Date(0).toISOString()

export type DtoOptions = {
  readonly serverId: string
  /** Leave out what lists do not need. */
  readonly brief: boolean
  readonly fields: ReadonlySet<string>
  readonly userData: boolean
  readonly images: boolean
}

export function wholeItem(serverId: string): DtoOptions {
  return { serverId, brief: false, fields: new Set(), userData: true, images: true }
}

type Item = BareItemFieldsFragment &
  Partial<Pick<ItemFieldsFragment, 'watch'> & DetailFieldsFragment>

/** A BaseItemDto; undefined values are left out of the answer. */
export function toItemDto(item: Item, options: DtoOptions) {
  const { kind, id } = item
  const canPlay = playableKinds.has(kind)
  const asks = (field: string): boolean => !options.brief || options.fields.has(field)
  return {
    Name: item.name,
    OriginalTitle: asks('originaltitle') ? (item.originalName ?? undefined) : undefined,
    ServerId: options.serverId,
    Id: id,
    Etag: options.brief ? undefined : etagOf(item),
    DateCreated: optionalDate(item.addedAt),
    DateLastMediaAdded: kind === 'SERIES' ? optionalDate(item.contentAddedAt) : undefined,
    CanDelete: item.canDelete,
    CanDownload: false,
    SortName: item.sortName,
    PremiereDate: knownDate(item.premieredAt),
    EndDate: knownDate(item.endedAt),
    ExternalUrls: options.brief ? undefined : externalUrls(item.ids),
    EnableMediaSourceDisplay: canPlay ? true : undefined,
    ProductionLocations: asks('productionlocations') ? item.countries : undefined,
    OfficialRating: item.certification ?? undefined,
    Overview: asks('overview') ? (item.overview ?? undefined) : undefined,
    Taglines: asks('taglines') ? (item.tagline === null ? [] : [item.tagline]) : undefined,
    Genres: asks('genres') ? item.genres.map(({ name }) => name) : undefined,
    GenreItems: asks('genres')
      ? item.genres.map((genre) => ({ Name: genre.name, Id: genre.id }))
      : undefined,
    CommunityRating: item.rating ?? undefined,
    RunTimeTicks:
      item.runtimeMs === null || !(canPlay || kind === 'SERIES' || kind === 'PLAYLIST')
        ? undefined
        : ticksOf(item.runtimeMs),
    PlayAccess: canPlay || kind === 'PLAYLIST' ? 'Full' : undefined,
    PlaylistItemId: item.playlistEntryId ?? undefined,
    ProductionYear: item.year ?? undefined,
    IndexNumber: (kind === 'SEASON' ? item.season : item.episode) ?? undefined,
    ParentIndexNumber: kind === 'EPISODE' ? (item.season ?? undefined) : undefined,
    RemoteTrailers: asks('remotetrailers')
      ? item.trailers.map((address) => ({ Url: address, Name: 'Trailer' }))
      : undefined,
    ProviderIds: asks('providerids') ? providerIds(item.ids) : undefined,
    IsFolder: folderKinds.has(kind),
    ParentId: item.parentId ?? undefined,
    Type: typeOfKind[kind],
    People: item.people && asks('people') ? item.people.map(toPerson) : undefined,
    Studios: asks('studios')
      ? item.studios.map((studio) => ({ Name: studio.name, Id: studio.id }))
      : undefined,
    Tags: asks('tags') ? item.tags : undefined,
    UserData: options.userData && item.watch ? toUserData(item.watch, id, item.key) : undefined,
    RecursiveItemCount: item.episodeCount ?? undefined,
    ChildCount: item.childCount ?? undefined,
    MovieCount: item.occurrences?.movies,
    SeriesCount: item.occurrences?.series,
    EpisodeCount: item.occurrences?.episodes,
    LocalTrailerCount: options.brief ? undefined : 0,
    SpecialFeatureCount: options.brief ? undefined : 0,
    SeriesName: item.seriesName ?? undefined,
    SeriesId: item.seriesId ?? undefined,
    SeasonId: item.seasonId ?? undefined,
    SeasonName: item.seasonName ?? undefined,
    DisplayPreferencesId: kind === 'LIBRARY' ? id : undefined,
    Status: item.status === null ? undefined : nameOfStatus[item.status],
    AirDays: kind === 'SERIES' ? [] : undefined,
    CollectionType:
      item.collectionType === null ? undefined : nameOfCollectionType(item.collectionType),
    LocationType: item.aired ? 'FileSystem' : 'Virtual',
    MediaType: canPlay || kind === 'PLAYLIST' ? 'Video' : 'Unknown',
    VideoType: canPlay ? 'VideoFile' : undefined,
    LockData: options.brief ? undefined : false,
    LockedFields: options.brief ? undefined : [],
    ...(options.images ? pictures(item) : {}),
    service: extensionOf(item),
  }
}

/** What the Jellyfin API has no field for. */
function extensionOf({ genreRequired, filler, recap }: Item) {
  if (!genreRequired && !filler && !recap) return undefined
  return {
    ...(genreRequired && { genreRequired }),
    ...(filler && { filler }),
    ...(recap && { recap }),
  }
}

export type ItemDto = ReturnType<typeof toItemDto>

function pictures({ images, seriesId, seriesImages, aspectRatio, kind }: Item) {
  const tags = {
    Primary: images.primary === null ? undefined : tagOf(images.primary),
    Logo: images.logo === null ? undefined : tagOf(images.logo),
    Thumb: images.thumb === null ? undefined : tagOf(images.thumb),
  }
  const isPart = (kind === 'SEASON' || kind === 'EPISODE') && seriesImages
  return {
    PrimaryImageAspectRatio: images.primary === null ? undefined : (aspectRatio ?? undefined),
    ImageTags: tags,
    BackdropImageTags: images.backdrop === null ? [] : [tagOf(images.backdrop)],
    ImageBlurHashes: blurHashes(isPart ? [images, seriesImages] : [images]),
    ...(isPart && seriesId !== null
      ? {
          SeriesPrimaryImageTag: optionalTag(seriesImages.primary),
          ParentLogoItemId: seriesImages.logo === null ? undefined : seriesId,
          ParentLogoImageTag: optionalTag(seriesImages.logo),
          ParentThumbItemId: seriesImages.thumb === null ? undefined : seriesId,
          ParentThumbImageTag: optionalTag(seriesImages.thumb),
          ParentBackdropItemId: seriesImages.backdrop === null ? undefined : seriesId,
          ParentBackdropImageTags:
            seriesImages.backdrop === null ? undefined : [tagOf(seriesImages.backdrop)],
        }
      : {}),
  }
}

const pictureFields = {
  PRIMARY: 'primary',
  BACKDROP: 'backdrop',
  LOGO: 'logo',
  THUMB: 'thumb',
} as const satisfies Record<Picture, keyof Item['images']>

/** By type, then by tag; those of the series stand beside a part's own. */
function blurHashes(all: readonly Item['images'][]) {
  const byType: Partial<Record<string, Record<string, string>>> = {}
  for (const images of all) {
    for (const { picture, hash: blurHash } of images.blurHashes) {
      const address = images[pictureFields[picture]]
      if (address !== null) (byType[imageTypeOf[picture]] ??= {})[tagOf(address)] = blurHash
    }
  }
  return byType
}

/** Changes with the picture's address. */
export function tagOf(address: string): string {
  return hash('sha256', address).slice(0, 32)
}

function optionalTag(address: string | null): string | undefined {
  return address === null ? undefined : tagOf(address)
}

function toPerson(person: DetailFieldsFragment['people'][number]) {
  return {
    Name: person.name,
    Id: person.id,
    Role: person.role ?? undefined,
    Type: nameOfRole[person.type],
    PrimaryImageTag: optionalTag(person.image),
  }
}

function providerIds(ids: Item['ids']): Readonly<Record<string, string>> {
  return Object.fromEntries(ids.map(({ database, id }) => [providerNames[database], id]))
}

function externalUrls(ids: Item['ids']) {
  const idIn = (wanted: Database) => ids.find(({ database }) => database === wanted)?.id
  const [imdb, tmdb] = [idIn('IMDB'), idIn('TMDB')]
  return [
    ...(imdb ? [{ Name: 'IMDb', Url: `https://www.imdb.com/title/${imdb}` }] : []),
    ...(tmdb
      ? [{ Name: 'TheMovieDb', Url: `https://www.themoviedb.org/search?query=${tmdb}` }]
      : []),
  ]
}

function optionalDate(instant: string | null): string | undefined {
  return instant === null ? undefined : longDate(instant)
}

/** Sources that do not know a date often send 1970-01-01. */
function knownDate(instant: string | null): string | undefined {
  return instant === null || instant === unknownDate ? undefined : longDate(instant)
}

function etagOf({ id, name, images, runtimeMs, premieredAt }: Item): string {
  const text = JSON.stringify([id, name, images, runtimeMs, msOfDateTime(premieredAt)])
  return hash('sha256', text).slice(0, 32)
}
