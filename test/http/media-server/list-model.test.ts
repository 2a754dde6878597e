import fc from 'fast-check'
import { enumName } from '../../../src/core/enum-name.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startListSource } from '../../support/list-source.ts'
import type { ListedEpisode, ListedTitle } from '../../support/list-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const film = (number: number, name: string, values: Partial<ListedTitle> = {}): ListedTitle => ({
  id: `tt${1_000_000 + number}`,
  type: 'movie',
  name,
  runtime: '100 min',
  ...values,
})
const show = (number: number, name: string, values: Partial<ListedTitle> = {}): ListedTitle => ({
  id: `tt${2_000_000 + number}`,
  type: 'series',
  name,
  ...values,
})

const films = [
  film(0, 'The Bee', { releaseInfo: '1999', genres: ['Drama'], imdbRating: '8.7' }),
  film(1, 'Ant 10', { releaseInfo: '2003', certification: 'R', studios: ['Acme', 'Warner'] }),
  film(2, 'Ant 9', { certification: 'PG-13', genres: ['Action', 'Drama'], runtime: '80 min' }),
  film(3, 'Élan', { releaseInfo: '1999', cast: ['Ada Actor'], description: 'Of a beginning.' }),
  film(4, 'A Quiet Part', { releaseInfo: '2010', certification: 'G', imdbRating: '7' }),
  film(5, 'Zebra', { released: '2003-05-01T00:00:00.000Z', studios: ['Warner'] }),
  film(6, '21 Streets', { releaseInfo: '2012', genres: ['Action'], moviedb_id: 64688 }),
  film(7, 'bee season', { releaseInfo: '2003', certification: 'TV-14', imdbRating: '7' }),
]
const shows = [
  show(0, 'The Long Run', { releaseInfo: '2014-', genres: ['Drama'], studios: ['Warner'] }),
  show(1, 'Bee Keepers', { releaseInfo: '1999-2001', status: 'Ended', imdbRating: '9' }),
  show(2, 'Unopened', { genres: ['Action'], certification: 'PG-13' }),
]
const unknown = [shows[2]!.id]

const inFuture = new Date(Date.now() + 30 * 86_400_000).toISOString()
const episodes = (id: string): readonly ListedEpisode[] =>
  [
    [0, 1],
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ].map(([season = 0, episode = 0], index) => ({
    id: `${id}:${season}:${episode}`,
    title: ['Special', 'Zero part', 'Bee day', 'Part of all', 'To come'][index]!,
    season,
    episode,
    released: index === 4 ? inFuture : new Date(Date.UTC(2003, 4, index + 1)).toISOString(),
  }))

const ids = (titles: readonly ListedTitle[]) => titles.map(({ id }) => id)
const { source } = await startListSource({
  titles: [...films, ...shows],
  catalogs: [
    { type: 'movie', id: 'films', name: 'Films', titles: ids(films.slice(0, 6)) },
    { type: 'movie', id: 'more', name: 'More', titles: ids(films.slice(4)) },
    { type: 'series', id: 'shows', name: 'Shows', titles: ids(shows) },
  ],
  episodes,
  unknown,
  ends: afterAll,
})
const service = await startService({}, afterAll)
const owner = await service.createUser({ sources: [source] })
const { token, userId } = await signInApp(service.url, owner)

async function send(path: string, method = 'GET') {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'x-emby-token': token },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${path} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** What lists are about, in the words of the test. */
type Item = {
  readonly id: string
  readonly kind: 'Movie' | 'Series' | 'Episode'
  readonly name: string
  readonly libraries: readonly string[]
  readonly series: Item | null
  readonly title: ListedTitle
  readonly episode: ListedEpisode | null
  readonly createdAt: number
}
type State = {
  readonly played: boolean
  readonly favorite: boolean
  readonly likes: boolean | null
  readonly begun: boolean
  readonly plays: number
  readonly lastAt: number
}
type Look = { readonly item: Item; readonly state: State; readonly seen: State }

let world: readonly Item[] = []
const library: Record<string, string> = {}

beforeAll(async () => {
  for (const path of ['/UserViews', '/Genres', '/Studios'])
    for (const { Name, Id } of (await send(path)).Items) library[Name] = Id
  const fields = 'fields=DateCreated&recursive=true'
  const listed = (await send(`/Items?${fields}&includeItemTypes=Movie,Series`)).Items as {
    Id: string
    Name: string
    DateCreated: string
  }[]
  const byName = new Map(listed.map((one) => [one.Name, one]))
  const librariesOf = (id: string): string[] => [
    ...(ids(films.slice(0, 6)).includes(id) ? ['Films'] : []),
    ...(ids(films.slice(4)).includes(id) ? ['More'] : []),
    ...(ids(shows).includes(id) ? ['Shows'] : []),
  ]
  const titles = [...films, ...shows].map((title): Item => {
    const own = byName.get(title.name)!
    return {
      id: own.Id,
      kind: title.type === 'movie' ? 'Movie' : 'Series',
      name: title.name,
      libraries: librariesOf(title.id),
      series: null,
      title,
      episode: null,
      createdAt: Date.parse(own.DateCreated),
    }
  })
  const parts: Item[] = []
  for (const series of titles.filter(({ kind }) => kind === 'Series')) {
    if (unknown.includes(series.title.id)) continue
    await send(`/Items/${series.id}`)
    const { Items } = await send(`/Shows/${series.id}/Episodes`)
    for (const [index, episode] of episodes(series.title.id).entries()) {
      if (Items[index].Name !== episode.title) throw new Error(`no ${episode.title}`)
      const createdAt = Date.parse(Items[index].DateCreated)
      const { libraries, title } = series
      const own = { id: Items[index].Id, name: episode.title, libraries, series, title, episode }
      parts.push({ ...own, kind: 'Episode', createdAt })
    }
  }
  world = [...titles, ...parts]
})

const untouched: State = {
  played: false,
  favorite: false,
  likes: null,
  begun: false,
  plays: 0,
  lastAt: 0,
}
const isAired = ({ episode }: Item): boolean => episode?.released !== inFuture

/** What was done with everything. Of what is asked for alone, the service is believed. */
async function look(): Promise<readonly Look[]> {
  const { Items } = await send(`/Items?ids=${world.map(({ id }) => id).join(',')}`)
  const own = new Map<string, State>()
  for (const { Id, UserData } of Items) {
    own.set(Id, {
      played: UserData.Played,
      favorite: UserData.IsFavorite,
      likes: UserData.Likes ?? null,
      begun: UserData.PlaybackPositionTicks > 0,
      plays: UserData.PlayCount,
      lastAt: UserData.LastPlayedDate ? Date.parse(UserData.LastPlayedDate) : 0,
    })
  }
  return world.map((item) => {
    const state = own.get(item.id) ?? untouched
    const parts = world.filter(({ series }) => series === item)
    // A series was seen when its episodes were.
    const all = [item, ...parts].map(({ id }) => own.get(id) ?? untouched)
    const seen = {
      ...state,
      plays: all.reduce((sum, { plays }) => sum + plays, 0),
      lastAt: Math.max(...all.map(({ lastAt }) => lastAt)),
    }
    return { item, state, seen }
  })
}

type Act =
  | { do: 'played'; on: boolean; day: number }
  | { do: 'favorite'; on: boolean }
  | { do: 'likes'; likes: boolean | null }
  | { do: 'report'; share: number }

async function act(item: Item, what: Act): Promise<void> {
  if (what.do === 'played') {
    const at = new Date(Date.UTC(2024, 0, 1 + what.day)).toISOString()
    await send(`/UserPlayedItems/${item.id}?datePlayed=${at}`, what.on ? 'POST' : 'DELETE')
  } else if (what.do === 'favorite') {
    await send(`/UserFavoriteItems/${item.id}`, what.on ? 'POST' : 'DELETE')
  } else if (what.do === 'likes') {
    const path = `/UserItems/${item.id}/Rating`
    await (what.likes === null ? send(path, 'DELETE') : send(`${path}?likes=${what.likes}`, 'POST'))
  } else if (item.kind !== 'Series') {
    const { errors } = await service.graphql(
      `mutation ($itemId: ID!, $positionMs: SafeInt) {
        reportPlayback(itemId: $itemId, event: STOP, positionMs: $positionMs, durationMs: 6000000)
      }`,
      { auth: owner, variables: { itemId: item.id, positionMs: what.share * 6_000_000 } },
    )
    if (errors) throw new Error(errors[0]!.message)
  }
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
const bare = (text: string): string => folded(text).replace(/^(?:the|an?) /, '')
const sortName = (text: string): string =>
  bare(text).replaceAll(/\d+/g, (number) => number.padStart(10, '0'))
const yearOf = ({ title, episode }: Item): number | null => {
  const text = episode?.released ?? title.releaseInfo ?? title.released
  return text === undefined ? null : Number(text.slice(0, 4))
}
const premiereOf = (item: Item): number | null => {
  const exact = item.episode ? item.episode.released : item.title.released
  const year = yearOf(item)
  return exact ? Date.parse(exact) : year === null ? null : Date.UTC(year, 0)
}
const ratingOf = ({ title, episode }: Item): number | null =>
  episode || !title.imdbRating ? null : Number(title.imdbRating)
const ages: Record<string, number> = { G: 0, 'PG-13': 13, 'TV-14': 14, R: 17 }
const ageOf = ({ title }: Item): number => ages[title.certification ?? ''] ?? NaN
const has = (list: readonly string[] | undefined, ...wanted: readonly string[]): boolean =>
  wanted.some((one) => list?.some((own) => folded(own) === folded(one)))
const calledLike =
  (...words: readonly string[]) =>
  ({ item }: Look): boolean =>
    words.every((word) => folded(item.name).includes(word))

/** One condition in the words of the standard, of GraphQL, and as a plain function. */
type Condition = {
  readonly field: string
  readonly rest: string
  readonly filter: object
  readonly fits: (look: Look) => boolean
  /** It is true of what was watched alone. */
  readonly ofHistory?: true
}

const done = (
  field: string,
  rest: string,
  filter: object,
  fits: (state: State) => boolean,
  ofHistory?: true,
): Condition => ({
  field,
  rest,
  filter,
  fits: ({ state }) => fits(state),
  ...(ofHistory && { ofHistory }),
})
const of = (
  field: string,
  rest: string,
  filter: object,
  fits: (item: Item) => boolean,
): Condition => ({ field, rest, filter, fits: ({ item }) => fits(item) })

const states: readonly Condition[] = [
  done('favorite', 'filters=IsFavorite', { favorite: true }, (s) => s.favorite, true),
  done('favorite', 'isFavorite=true', { favorite: true }, (s) => s.favorite, true),
  done('favorite', 'isFavorite=false', { favorite: false }, (s) => !s.favorite),
  done('played', 'filters=IsPlayed', { played: true }, (s) => s.played, true),
  done('played', 'isPlayed=true', { played: true }, (s) => s.played, true),
  done('played', 'filters=IsUnplayed', { played: false }, (s) => !s.played),
  done('played', 'isPlayed=false', { played: false }, (s) => !s.played),
  done('resumable', 'filters=IsResumable', { resumable: true }, (s) => s.begun, true),
  done('liked', 'filters=Likes', { liked: true }, (s) => s.likes === true, true),
  done('liked', 'filters=Dislikes', { liked: false }, (s) => s.likes === false, true),
  done(
    'favoriteOrLiked',
    'filters=IsFavoriteOrLikes',
    { favoriteOrLiked: true },
    (s) => s.favorite || s.likes === true,
    true,
  ),
]

const conditions: readonly Condition[] = [
  { field: 'search', rest: 'searchTerm=bee', filter: { search: 'bee' }, fits: calledLike('bee') },
  {
    field: 'search',
    rest: 'searchTerm=part%20a',
    filter: { search: 'part a' },
    fits: calledLike('part', 'a'),
  },
  of('genres', 'genres=Drama', { genres: ['Drama'] }, ({ title }) => has(title.genres, 'Drama')),
  of('genres', 'genres=action|western', { genres: ['action', 'western'] }, ({ title }) =>
    has(title.genres, 'action'),
  ),
  of('studios', 'studios=warner', { studios: ['warner'] }, ({ title }) =>
    has(title.studios, 'warner'),
  ),
  of(
    'people',
    'person=Ada%20Actor',
    { people: ['Ada Actor'] },
    ({ title, episode }) => !episode && has(title.cast, 'Ada Actor'),
  ),
  of('years', 'years=1999,2010', { years: [1999, 2010] }, (item) =>
    [1999, 2010].includes(yearOf(item)!),
  ),
  of('years', 'years=2003', { years: [2003] }, (item) => yearOf(item) === 2003),
  of('certifications', 'officialRatings=R|pg-13', { certifications: ['R', 'pg-13'] }, ({ title }) =>
    ['R', 'PG-13'].includes(title.certification ?? ''),
  ),
  of(
    'maxCertification',
    'maxOfficialRating=PG-13',
    { maxCertification: 'PG-13' },
    (item) => ageOf(item) <= 13,
  ),
  of(
    'minCertification',
    'minOfficialRating=TV-14',
    { minCertification: 'TV-14' },
    (item) => ageOf(item) >= 14,
  ),
  of('nameStartsWith', 'nameStartsWith=b', { nameStartsWith: 'b' }, ({ name }) =>
    bare(name).startsWith('b'),
  ),
  of('nameStartsWith', 'nameStartsWith=The%20L', { nameStartsWith: 'The L' }, ({ name }) =>
    bare(name).startsWith('l'),
  ),
  of(
    'nameFrom',
    'nameStartsWithOrGreater=m',
    { nameFrom: 'm' },
    ({ name }) => sortName(name) >= 'm',
  ),
  of('nameBefore', 'nameLessThan=m', { nameBefore: 'm' }, ({ name }) => sortName(name) < 'm'),
  of('minRating', 'minCommunityRating=7', { minRating: 7 }, (item) => (ratingOf(item) ?? 0) >= 7),
  of(
    'premieredFrom',
    'minPremiereDate=2003-02-01',
    { premieredFrom: new Date(Date.UTC(2003, 1)).toISOString() },
    (item) => (premiereOf(item) ?? -1) >= Date.UTC(2003, 1),
  ),
  of(
    'premieredTo',
    'maxPremiereDate=2003-02-01',
    { premieredTo: new Date(Date.UTC(2003, 1)).toISOString() },
    (item) => (premiereOf(item) ?? Infinity) <= Date.UTC(2003, 1),
  ),
  of(
    'seriesStatus',
    'seriesStatus=Ended',
    { seriesStatus: ['ENDED'] },
    ({ kind, title }) => kind === 'Series' && title.status === 'Ended',
  ),
  of('aired', 'isMissing=false', { aired: true }, isAired),
  of('aired', 'isUnaired=true', { aired: false }, (item) => !isAired(item)),
  of('hasOverview', 'hasOverview=true', { hasOverview: true }, ({ title, episode }) =>
    Boolean(!episode && title.description),
  ),
  of('ids', 'hasTmdbId=true', { withIds: ['TMDB'] }, ({ title, episode }) =>
    Boolean(!episode && title.moviedb_id),
  ),
  of('index', 'indexNumber=1', { index: 1 }, ({ episode }) => episode?.episode === 1),
  of(
    'parentIndex',
    'parentIndexNumber=2',
    { parentIndex: 2 },
    ({ episode }) => episode?.season === 2,
  ),
  of(
    'folder',
    'filters=IsFolder',
    { excludeKinds: ['MOVIE', 'EPISODE'] },
    ({ kind }) => kind === 'Series',
  ),
  of(
    'folder',
    'filters=IsNotFolder',
    { excludeKinds: ['SERIES', 'SEASON'] },
    ({ kind }) => kind !== 'Series',
  ),
  of(
    'excluded',
    'excludeItemTypes=Movie',
    { excludeKinds: ['MOVIE'] },
    ({ kind }) => kind !== 'Movie',
  ),
]

type Value = string | number | null
type Key = { readonly rest: string; readonly by: string; readonly of: (look: Look) => Value }

const broadcast = ({ name, episode }: Item): string =>
  episode
    ? `${String(episode.season).padStart(4, '0')} ${String(episode.episode).padStart(4, '0')} ${sortName(name)}`
    : sortName(name)

const keys: readonly Key[] = [
  { rest: 'SortName', by: 'name', of: ({ item }) => broadcast(item) },
  {
    rest: 'SeriesSortName',
    by: 'seriesName',
    of: ({ item }) => (item.series ? sortName(item.series.name) : sortName(item.name)),
  },
  { rest: 'DateCreated', by: 'added', of: ({ item }) => item.createdAt },
  { rest: 'PremiereDate', by: 'premiered', of: ({ item }) => premiereOf(item) },
  { rest: 'ProductionYear', by: 'year', of: ({ item }) => yearOf(item) },
  { rest: 'CommunityRating', by: 'rating', of: ({ item }) => ratingOf(item) },
  {
    rest: 'Runtime',
    by: 'runtime',
    of: ({ item }) => (item.title.runtime ? Number.parseInt(item.title.runtime, 10) : null),
  },
  { rest: 'OfficialRating', by: 'certification', of: ({ item }) => item.title.certification ?? '' },
  { rest: 'DatePlayed', by: 'playedAt', of: ({ seen }) => seen.lastAt },
  { rest: 'PlayCount', by: 'playCount', of: ({ seen }) => seen.plays },
  { rest: 'IsPlayed', by: 'played', of: ({ state }) => Number(state.played) },
  { rest: 'IsFavoriteOrLiked', by: 'favorite', of: ({ state }) => Number(state.favorite) },
  { rest: 'IsFolder', by: 'folder', of: ({ item }) => (item.kind === 'Series' ? 0 : 1) },
  { rest: 'Studio', by: 'studio', of: ({ item }) => item.title.studios?.[0] ?? '' },
  { rest: 'ParentIndexNumber', by: 'season', of: ({ item }) => item.episode?.season ?? null },
  { rest: 'IndexNumber', by: 'episode', of: ({ item }) => item.episode?.episode ?? null },
]

function compare(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return a < b ? -1 : a > b ? 1 : 0
}

type Query = {
  readonly kinds: readonly Item['kind'][] | null
  /** A library, genre or studio, or a series by its name. */
  readonly parent: string | null
  readonly states: readonly Condition[]
  readonly conditions: readonly Condition[]
  readonly order: readonly { readonly key: Key; readonly descending: boolean }[]
  readonly start: number
  readonly limit: number
}

/** What there is to choose from, before anything is asked of it. */
function isThere({ kinds, parent, states: wanted }: Query, item: Item): boolean {
  if (parent === 'The Long Run')
    return item.series?.name === parent && (kinds?.includes(item.kind) ?? true)
  const isNamed = has(item.title.genres, parent ?? '') || has(item.title.studios, parent ?? '')
  if (parent !== null && !isNamed && !item.libraries.includes(parent)) return false
  if (kinds) return kinds.includes(item.kind)
  return item.kind !== 'Episode' || wanted.some(({ ofHistory }) => ofHistory)
}

const one = <T>(list: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...list)
const some = (list: readonly Condition[], maxLength: number) =>
  fc.uniqueArray(one(list), { maxLength, selector: ({ field }) => field })

const query: fc.Arbitrary<Query> = fc.record({
  kinds: one([
    null,
    ['Movie'],
    ['Series'],
    ['Episode'],
    ['Movie', 'Series'],
    ['Movie', 'Episode'],
    ['Movie', 'Series', 'Episode'],
  ] as const),
  parent: one([null, null, null, 'Films', 'More', 'Shows', 'The Long Run', 'Drama', 'Warner']),
  states: some(states, 2),
  conditions: some(conditions, 2),
  order: fc.uniqueArray(fc.record({ key: one(keys), descending: fc.boolean() }), {
    maxLength: 3,
    selector: ({ key }) => key.by,
  }),
  start: fc.nat(6),
  limit: fc.integer({ min: 1, max: 6 }),
})

const deed = fc.record({
  what: fc.nat(),
  act: fc.oneof(
    fc.record({ do: fc.constant('played' as const), on: one([true, true, false]), day: fc.nat(9) }),
    fc.record({ do: fc.constant('favorite' as const), on: one([true, true, false]) }),
    fc.record({ do: fc.constant('likes' as const), likes: one([true, false, null]) }),
    fc.record({ do: fc.constant('report' as const), share: one([0.3, 0.6, 0.95]) }),
  ),
})

function parentId(parent: string): string {
  return library[parent] ?? world.find(({ kind, name }) => kind === 'Series' && name === parent)!.id
}

function toRest({ kinds, parent, order, ...asked }: Query): string {
  const all = [...asked.states, ...asked.conditions].map(({ rest }) => rest)
  // Several of one name are one list.
  const filters = all.flatMap((text) => (text.startsWith('filters=') ? text.slice(8) : []))
  return [
    'recursive=true',
    ...all.filter((text) => !text.startsWith('filters=')),
    ...(filters.length > 0 ? [`filters=${filters.join(',')}`] : []),
    ...(kinds ? [`includeItemTypes=${kinds.join(',')}`] : []),
    ...(parent ? [`parentId=${parentId(parent)}`] : []),
    ...(order.length > 0
      ? [
          `sortBy=${order.map(({ key }) => key.rest).join(',')}`,
          `sortOrder=${order.map(({ descending }) => (descending ? 'Descending' : 'Ascending')).join(',')}`,
        ]
      : []),
  ].join('&')
}

function toGraphql({ kinds, parent, order, ...asked }: Query) {
  const excludeKinds: string[] = []
  const filter: Record<string, unknown> = { recursive: true }
  for (const { filter: own } of [...asked.states, ...asked.conditions])
    for (const [name, value] of Object.entries(own)) {
      if (name === 'excludeKinds') excludeKinds.push(...(value as string[]))
      else filter[name] = value
    }
  if (excludeKinds.length > 0) filter['excludeKinds'] = excludeKinds
  if (kinds) filter['kinds'] = kinds.map((kind) => kind.toUpperCase())
  if (parent) filter['parentId'] = parentId(parent)
  return {
    filter,
    order: order.map(({ key, descending }) => ({ by: enumName(key.by), descending })),
  }
}

const document = `query ($filter: ItemFilter, $order: [ItemOrder!], $first: Int, $start: Int) {
  items(filter: $filter, order: $order, first: $first, start: $start) { totalCount nodes { id } }
}`

async function check(asked: Query, looks: readonly Look[]): Promise<void> {
  const { start, limit, order } = asked
  const expected = looks
    .filter(({ item }) => isThere(asked, item))
    .filter((one) => [...asked.states, ...asked.conditions].every(({ fits }) => fits(one)))
  const rest = toRest(asked)
  const all = await send(`/Items?${rest}`)
  const found = (all.Items as { Id: string }[]).map(({ Id }) => Id)
  const name = (id: string) => world.find((item) => item.id === id)?.name ?? id
  expect([rest, ...found.map(name).toSorted()]).toEqual([
    rest,
    ...expected.map(({ item }) => item.name).toSorted(),
  ])
  expect(all.TotalRecordCount).toBe(expected.length)
  const values = (id: string) => {
    const own = looks.find(({ item }) => item.id === id)!
    return order.map(({ key }) => key.of(own))
  }
  const shown = found.map(values)
  const sorted = shown.toSorted((a, b) =>
    order.reduce(
      (result, { descending }, place) =>
        result || (descending ? -1 : 1) * compare(a[place]!, b[place]!),
      0,
    ),
  )
  expect([rest, shown]).toEqual([rest, sorted])
  const page = await send(`/Users/${userId}/Items?${rest}&startIndex=${start}&limit=${limit}`)
  expect([rest, ...page.Items.map(({ Id }: { Id: string }) => Id)]).toEqual([
    rest,
    ...found.slice(start, start + limit),
  ])
  expect(page).toMatchObject({ TotalRecordCount: expected.length, StartIndex: start })
  const { data, errors } = await service.graphql(document, {
    auth: owner,
    variables: { ...toGraphql(asked), start, first: limit },
  })
  expect(errors).toBeUndefined()
  expect({ rest, ...data.items }).toEqual({
    rest,
    totalCount: expected.length,
    nodes: found.slice(start, start + limit).map((id) => ({ id })),
  })
}

/** What is begun, the latest first. */
async function checkResume({ kinds, parent }: Query, looks: readonly Look[]): Promise<void> {
  const begun = looks
    .filter(({ item, state }) => state.begun && (kinds?.includes(item.kind) ?? true))
    .filter(({ item }) => {
      if (parent === 'The Long Run') return item.series?.name === parent
      const { libraries, title } = item
      return (
        parent === null ||
        [libraries, title.genres, title.studios].some((names) => names?.includes(parent))
      )
    })
    .toSorted((a, b) => b.state.lastAt - a.state.lastAt)
    .map(({ item }) => item.id)
  const types = kinds ? `includeItemTypes=${kinds.join(',')}&` : ''
  const rest = `${types}${parent ? `parentId=${parentId(parent)}` : ''}`
  const idsOf = (page: { Items: { Id: string }[] }) => page.Items.map(({ Id }) => Id)
  expect([rest, ...idsOf(await send(`/UserItems/Resume?${rest}`))]).toEqual([rest, ...begun])
  const page = await send(`/Users/${userId}/Items/Resume?${rest}&startIndex=1&limit=2`)
  expect([rest, ...idsOf(page)]).toEqual([rest, ...begun.slice(1, 3)])
  expect(page.TotalRecordCount).toBe(begun.length)
  const part = await send(`/UserItems/Resume?${rest}&searchTerm=bee`)
  const called = begun.filter((id) => /bee/i.test(world.find((item) => item.id === id)!.name))
  expect([rest, ...idsOf(part).toSorted()]).toEqual([rest, ...called.toSorted()])
}

async function clear(): Promise<void> {
  const { errors } = await service.graphql(
    'mutation ($userId: ID!) { clearHistory(userId: $userId) }',
    { auth: owner, variables: { userId } },
  )
  expect(errors).toBeUndefined()
}

describe('Lists over a random history', () => {
  it(
    'hold what a plain filter and a plain sort of everything hold',
    { timeout: 300_000 },
    async () => {
      let checked = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(deed, { minLength: 1, maxLength: 14 }),
          fc.array(query, { minLength: 6, maxLength: 12 }),
          async (deeds, queries) => {
            await clear()
            const present = world.filter(isAired)
            for (const { what, act: done } of deeds)
              await act(present[what % present.length]!, done)
            const looks = await look()
            for (const asked of queries) await check(asked, looks)
            await checkResume(queries[0]!, looks)
            checked += queries.length
          },
        ),
        { numRuns: 60 },
      )
      expect(checked).toBeGreaterThanOrEqual(360)
    },
  )
})
