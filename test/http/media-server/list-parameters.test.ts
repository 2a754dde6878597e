import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasDescription, queryParameters } from '../../support/jellyfin-schema.ts'
import { fewTitles, tomorrow } from '../../support/list-model/few-titles.ts'
import { startListSource } from '../../support/list-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const { source } = await startListSource({ ...fewTitles, ends: afterAll })
const service = await startService({}, afterAll)
const owner = await service.createUser({ sources: [source] })
const { token, userId } = await signInApp(service.url, owner)

async function ask(path: string, method = 'GET') {
  const response = await fetch(service.url + path, { method, headers: { 'x-emby-token': token } })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

async function names(query: string): Promise<string[]> {
  const { status, body } = await ask(`/Items?${query}`)
  if (status !== 200) throw new Error(`${status} ${query}`)
  const found = (body.Items as { Name: string }[]).map(({ Name }) => Name)
  expect(body.TotalRecordCount).toBe(found.length)
  return found
}

const ids = new Map<string, string>()
beforeAll(async () => {
  const { body } = await ask('/Items?recursive=true&includeItemTypes=Movie,Series')
  for (const { Name, Id } of body.Items) ids.set(Name, Id)
  for (const path of ['/UserViews', '/Genres', '/Studios', '/Persons'])
    for (const { Name, Id } of (await ask(path)).body.Items) ids.set(Name, Id)
  // Its episodes are known once it was opened.
  await ask(`/Items/${ids.get('Gamma')}`)
  await ask(`/UserFavoriteItems/${ids.get('Beta')}`, 'POST')
  await ask(`/UserPlayedItems/${ids.get('Beta')}`, 'POST')
})
const idOf = (name: string): string => ids.get(name)!

const everything = ['Alpha', 'Beta', 'Gamma', 'Omega']
const nothing: readonly string[] = []
const [one, next] = ['tt2000001 one', 'tt2000001 next']

type Case = readonly [query: () => string, expected: readonly string[]]
const films = ['Alpha', 'Beta']
const shows = ['Gamma', 'Omega']
const is = (query: string | (() => string), expected: readonly string[]): Case => [
  typeof query === 'string' ? () => query : query,
  expected,
]
/** Nothing has it, and that is known. */
const absent = (name: string) => [is(`${name}=true`, nothing), is(`${name}=false`, everything)]
/** Neither what has it is known, nor what has not. */
const unknowable = (name: string) => [is(`${name}=true`, nothing), is(`${name}=false`, nothing)]
const never = (query: string) => [is(query, nothing)]
const both = (name: string, has: readonly string[]) => [
  is(`${name}=true`, has),
  is(
    `${name}=false`,
    everything.filter((own) => !has.includes(own)),
  ),
]
const parts = 'includeItemTypes=Episode'

/** What each parameter makes of the whole list, which holds two films and two series. */
const effects: Record<string, readonly Case[]> = {
  maxOfficialRating: [
    is('maxOfficialRating=PG-13', ['Alpha']),
    is('maxOfficialRating=Odd', nothing),
  ],
  minOfficialRating: [is('minOfficialRating=R', ['Gamma']), is('minOfficialRating=Odd', nothing)],
  hasThemeSong: absent('hasThemeSong'),
  hasThemeVideo: absent('hasThemeVideo'),
  hasSpecialFeature: absent('hasSpecialFeature'),
  hasSubtitles: unknowable('hasSubtitles'),
  hasTrailer: both('hasTrailer', ['Alpha']),
  adjacentTo: [
    is(() => `sortBy=SortName&adjacentTo=${idOf('Beta')}`, ['Alpha', 'Beta', 'Gamma']),
    is(() => `sortBy=SortName&adjacentTo=${idOf('Alpha')}&isFavorite=false`, ['Alpha', 'Gamma']),
    is(() => `sortBy=SortName&adjacentTo=${idOf('Beta')}&isFavorite=true`, ['Beta']),
    is(`adjacentTo=${'0'.repeat(32)}`, nothing),
  ],
  indexNumber: [is(`${parts}&indexNumber=1`, [one, next]), is('indexNumber=1', nothing)],
  parentIndexNumber: [is(`${parts}&parentIndexNumber=2`, [next])],
  hasParentalRating: both('hasParentalRating', ['Alpha', 'Gamma']),
  hasOfficialRating: [
    ...both('hasOfficialRating', ['Alpha', 'Gamma']),
    is('hasOfficialRating=true&hasParentalRating=false', nothing),
  ],
  isHd: unknowable('isHd'),
  is4K: unknowable('is4K'),
  is3D: unknowable('is3D'),
  minWidth: never('minWidth=1'),
  minHeight: never('minHeight=1'),
  maxWidth: never('maxWidth=9999'),
  maxHeight: never('maxHeight=9999'),
  locationTypes: [
    is(`${parts}&locationTypes=FileSystem`, [one]),
    is(`${parts}&locationTypes=Virtual`, [next]),
    is(`${parts}&locationTypes=Virtual,FileSystem`, [one, next]),
    is('locationTypes=Remote', nothing),
    is('locationTypes=Virtual', nothing),
  ],
  excludeLocationTypes: [
    is(`${parts}&excludeLocationTypes=Virtual`, [one]),
    is(`${parts}&excludeLocationTypes=FileSystem`, [next]),
    is('excludeLocationTypes=FileSystem,Virtual', nothing),
    is('excludeLocationTypes=Offline', everything),
  ],
  isMissing: [
    is(`${parts}&isMissing=true`, [next]),
    is(`${parts}&isMissing=false`, [one]),
    is('isMissing=true', nothing),
  ],
  isUnaired: [
    is(`${parts}&isUnaired=true`, [next]),
    is(`${parts}&isUnaired=true&isMissing=false`, nothing),
  ],
  minCommunityRating: [is('minCommunityRating=7.5', ['Alpha'])],
  minCriticRating: never('minCriticRating=1'),
  minPremiereDate: [is('minPremiereDate=2001-01-01', ['Gamma', 'Omega'])],
  maxPremiereDate: [is('maxPremiereDate=2001-01-01', films)],
  minDateLastSaved: [
    is(`minDateLastSaved=${tomorrow}`, nothing),
    is('minDateLastSaved=2020-01-01', everything),
  ],
  minDateLastSavedForUser: [is(`minDateLastSavedForUser=${tomorrow}`, nothing)],
  hasOverview: [...both('hasOverview', ['Alpha']), is(`${parts}&hasOverview=true`, [one])],
  hasImdbId: [is('hasImdbId=true', everything), is('hasImdbId=false', nothing)],
  hasTmdbId: both('hasTmdbId', ['Alpha']),
  hasTvdbId: both('hasTvdbId', ['Alpha']),
  isMovie: both('isMovie', films),
  isSeries: [...both('isSeries', shows), is('isSeries=true&isMovie=true', nothing)],
  isNews: absent('isNews'),
  isKids: absent('isKids'),
  isSports: absent('isSports'),
  excludeItemIds: [is(() => `excludeItemIds=${idOf('Alpha')},${idOf('Gamma')}`, ['Beta', 'Omega'])],
  startIndex: [],
  limit: [],
  recursive: [],
  searchTerm: [is('searchTerm=amm', ['Gamma']), is('searchTerm=none', nothing)],
  sortOrder: [is('sortBy=SortName&sortOrder=Descending', everything.toReversed())],
  sortBy: [is('sortBy=ProductionYear,SortName', ['Beta', 'Alpha', 'Gamma', 'Omega'])],
  parentId: [is(() => `parentId=${idOf('Shows')}`, shows)],
  excludeItemTypes: [is('excludeItemTypes=Series', films)],
  includeItemTypes: [
    is('includeItemTypes=Movie', films),
    is('includeItemTypes=Episode,Series', ['Gamma', 'Omega', one, next]),
    is('includeItemTypes=Audio', nothing),
  ],
  filters: [
    is('filters=IsFolder', shows),
    is('filters=IsNotFolder', films),
    is('filters=IsFavorite', ['Beta']),
    is('filters=IsUnplayed', ['Alpha', 'Gamma', 'Omega']),
    is('filters=IsPlayed,IsFavoriteOrLikes', ['Beta']),
    is('filters=Likes', nothing),
    is('filters=IsResumable', nothing),
  ],
  isFavorite: both('isFavorite', ['Beta']),
  isPlayed: both('isPlayed', ['Beta']),
  mediaTypes: [is('mediaTypes=Video', films), is('mediaTypes=Audio', nothing)],
  imageTypes: [
    is('imageTypes=Primary', ['Alpha']),
    is('imageTypes=Logo,Backdrop', films),
    is('imageTypes=Disc', nothing),
  ],
  genres: [is('genres=drama|none', ['Alpha']), is('genres=none', nothing)],
  genreIds: [
    is(() => `genreIds=${idOf('Drama')}`, ['Alpha']),
    is(`genreIds=${'0'.repeat(32)}`, nothing),
  ],
  officialRatings: [is('officialRatings=TV-MA|G', ['Gamma'])],
  tags: never('tags=any'),
  years: [is('years=2000,2005', ['Alpha', 'Gamma']), is('years=99999', nothing)],
  person: [is('person=ada%20actor', ['Alpha']), is('person=Nobody', nothing)],
  personIds: [
    is(() => `personIds=${idOf('Bo Both')}`, ['Alpha', 'Gamma']),
    is(`personIds=${'0'.repeat(32)}`, nothing),
  ],
  personTypes: [
    is('person=Dora%20Director&personTypes=Director', ['Alpha']),
    is('person=Dora%20Director&personTypes=Actor,Writer', nothing),
    is('person=Dora%20Director&personTypes=GuestStar', nothing),
  ],
  studios: [is('studios=acme', ['Alpha'])],
  studioIds: [is(() => `studioIds=${idOf('Acme')}|${idOf('Acme')}`, ['Alpha'])],
  artists: never('artists=Somebody'),
  artistIds: never(`artistIds=${'0'.repeat(32)}`),
  albumArtistIds: never(`albumArtistIds=${'0'.repeat(32)}`),
  contributingArtistIds: never(`contributingArtistIds=${'0'.repeat(32)}`),
  albums: never('albums=Some'),
  albumIds: never(`albumIds=${'0'.repeat(32)}`),
  ids: [is(() => `ids=${idOf('Omega')},${idOf('Beta')}`, ['Omega', 'Beta'])],
  videoTypes: [is('videoTypes=VideoFile,Iso', films), is('videoTypes=BluRay', nothing)],
  isLocked: absent('isLocked'),
  isPlaceHolder: absent('isPlaceHolder'),
  seriesStatus: [
    is('seriesStatus=Ended', ['Gamma']),
    is('seriesStatus=Continuing', ['Omega']),
    is('seriesStatus=Unreleased', ['Omega']),
  ],
  nameStartsWith: [is('nameStartsWith=be', ['Beta'])],
  nameStartsWithOrGreater: [is('nameStartsWithOrGreater=g', shows)],
  nameLessThan: [is('nameLessThan=g', films)],
}

const shown = 'says what is shown of each item, not which are listed'
/** Parameters that leave every list as it is, each with the reason. */
const withoutEffect: Record<string, string> = {
  userId: 'names the caller; somebody else is refused',
  fields: shown,
  enableUserData: shown,
  enableImages: shown,
  enableImageTypes: 'apps show the pictures that they know; more of them do no harm',
  imageTypeLimit: 'there is one picture of each type',
  enableTotalRecordCount: 'counting costs nothing here, so the total is always told',
  collapseBoxSetItems: 'titles are listed by themselves, whatever collections they are in',
  excludeArtistIds: 'there are no artists, so nothing is theirs',
}
/** Those of pages and folders change how much is listed; other tests of lists have them. */
const ofPages = new Set(['startIndex', 'limit', 'recursive'])

const usual = 'recursive=true'
const asked = (query: string): string =>
  query.includes('includeItemTypes') || query.startsWith('ids=')
    ? `${usual}&${query}`
    : `${usual}&includeItemTypes=Movie,Series&${query}`

describe('A parameter of a list', () => {
  const cases = Object.entries(effects).flatMap(([name, list]) =>
    list.map((own) => [name, ...own] as const),
  )

  it.each(cases)('%s narrows or sorts it as it says', async (_name, query, expected) => {
    const found = await names(asked(query()))
    const isSorted = /sortBy|^ids=/.test(query())
    expect(isSorted ? found : found.toSorted()).toEqual(isSorted ? expected : expected.toSorted())
  })

  it.each(Object.entries(effects).filter(([name]) => !ofPages.has(name)))(
    '%s is never passed over in silence',
    (_name, list) => {
      expect(list.some(([, expected]) => expected.join() !== everything.join())).toBe(true)
    },
  )

  it.each(Object.keys(withoutEffect).filter((name) => name !== 'userId'))(
    '%s changes no list',
    async (name) => {
      for (const value of ['true', 'false', '0', 'Primary', '0'.repeat(32)])
        expect(await names(asked(`${name}=${value}`))).toEqual(await names(asked('')))
    },
  )

  it('of a page or of folders says how much is listed', async () => {
    const page = (await ask(`/Items?${asked('sortBy=SortName&startIndex=1&limit=2')}`)).body
    expect(page).toMatchObject({ TotalRecordCount: 4, StartIndex: 1 })
    expect(page.Items).toMatchObject([{ Name: 'Beta' }, { Name: 'Gamma' }])
    expect(await names('recursive=false')).toEqual(['Films', 'Shows'])
  })

  it('userId is the caller', async () => {
    expect(await names(asked(`userId=${userId}`))).toEqual(await names(asked('')))
    expect((await ask(`/Items?${asked(`userId=${'a'.repeat(32)}`)}`)).status).toBe(403)
  })

  it.skipIf(!hasDescription)('is one of these', () => {
    const known = new Set([...Object.keys(effects), ...Object.keys(withoutEffect)])
    const all = queryParameters('/Items')
    expect(all.length).toBeGreaterThan(80)
    expect(all.filter((name) => !known.has(name))).toEqual([])
    expect([...known].filter((name) => !all.includes(name))).toEqual([])
  })
})
