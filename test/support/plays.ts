import fc from 'fast-check'
import type { Knex } from 'knex'
import type { PlayFilter } from '../../src/model/play-filter.ts'

export type PlayRow = {
  history_id: number
  profile_id: string
  item_key: string
  title_key: string
  kind: string
  season?: number | null
  started_at: number
  ended_at: number
  watched_ms: number
  finished: boolean
  device_id: string | null
  device_name: string | null
  client: string | null
  resolution: string | null
  source: string | null
  service: string | null
  delivery: string | null
  origin: string
}

export const everyPlay: Omit<PlayFilter, 'readers'> = {
  kinds: null,
  from: null,
  to: null,
  titles: null,
  items: null,
  season: null,
  except: [],
  finished: null,
  favorite: null,
  origin: null,
  clients: null,
  devices: null,
}

export const olga = 'a'.repeat(32)
export const kim = 'b'.repeat(32)
/** Shares the history of Olga. */
export const ann = 'c'.repeat(32)

export const clients = ['Some App', 'Other App']
export const devices = ['Television', 'Phone']
export const titleKeys = ['tt1', 'tt2', 'tt3', 'tt4']
const itemKeys = titleKeys.flatMap((key) => [key, `${key}:1:1`, `${key}:2:1`])

const spaceOf = (kind: string) => (kind === 'movie' ? 'movie' : 'series')

const ownerOf = { [olga]: 1, [kim]: 2, [ann]: 1 }

/** A play of any user in a time; several may begin in the same millisecond. */
export function anyPlay(from: number, to: number): fc.Arbitrary<PlayRow> {
  return fc
    .record({
      profile_id: fc.constantFrom(olga, kim, ann),
      title_key: fc.constantFrom(...titleKeys),
      episode: fc.integer({ min: 0, max: 2 }),
      started_at: fc.oneof(
        fc.integer({ min: from, max: to - 1 }),
        fc.constantFrom(from, from + 1, Math.floor((from + to) / 2)),
      ),
      watched_ms: fc.integer({ min: 0, max: 10_000_000 }),
      finished: fc.boolean(),
      device_id: fc.constantFrom(null, 'a', 'b', 'c', 'd', 'e', 'f'),
      device_name: fc.constantFrom(null, ...devices),
      client: fc.constantFrom(null, ...clients),
      resolution: fc.constantFrom(null, '1080p', '2160p'),
      source: fc.constantFrom(null, 'Some Source'),
      service: fc.constantFrom(null, 'One', 'Two'),
      delivery: fc.constantFrom(null, 'redirect', 'proxied'),
      origin: fc.constantFrom('local', 'import', 'stremio'),
    })
    .map(({ episode, ...play }) => ({
      ...play,
      history_id: ownerOf[play.profile_id]!,
      ...partOf(play.title_key, episode),
      ended_at: play.started_at + play.watched_ms,
    }))
}

export function partOf(title_key: string, season: number) {
  return season === 0
    ? { item_key: title_key, kind: 'movie', season: null }
    : { item_key: `${title_key}:${season}:1`, kind: 'episode', season }
}

/** The same plays on each run, so that only one database has to be filled. */
export function somePlays(count: number, from: number, to: number): PlayRow[] {
  const [plays] = fc.sample(fc.array(anyPlay(from, to), { minLength: count, maxLength: count }), {
    numRuns: 1,
    seed: 11,
  })
  return plays!
}

export async function insertPlays(db: Knex, plays: readonly PlayRow[]): Promise<void> {
  for (let start = 0; start < plays.length; start += 100) {
    await db('plays').insert(plays.slice(start, start + 100))
  }
}

/** What the household of both histories knows of films. */
export async function nameGenres(
  db: Knex,
  genres: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  await db('viewers').insert([
    { number: 1, configuration: 7, profile_id: olga },
    { number: 2, configuration: 7, profile_id: kim },
  ])
  const rows = Object.entries(genres).map(([title_key, names]) => ({
    configuration: 7,
    space: 0,
    title_key,
    genres: JSON.stringify(names),
    people: JSON.stringify(names.map((name) => `Person of ${name}`)),
  }))
  await db('title_facts').insert(rows)
}

/** A film, an episode and a series of one history, and a film of the other. */
const favorites = new Set(['1 tt1', '1 tt2:1:1', '1 series tt3', '2 tt4'])

export async function markFavorites(db: Knex): Promise<void> {
  const rows = [...favorites].map((favorite) => {
    const [viewer, ...words] = favorite.split(' ')
    const item_key = words.join(' ')
    const [title_key] = words.at(-1)!.split(':')
    const kind = words.length > 1 ? 'series' : title_key === item_key ? 'movie' : 'episode'
    return { viewer, item_key, title_key, kind, favorite: true, item: '{}' }
  })
  const dates = { sort_at: 1, changed_at: 1 }
  await db('history').insert(rows.map((row) => ({ ...row, ...dates })))
}

type Item = Pick<PlayRow, 'history_id' | 'item_key' | 'title_key' | 'kind'>

export function isFavorite({ history_id, item_key, title_key, kind }: Item): boolean {
  const names = spaceOf(kind) === 'movie' ? [item_key] : [item_key, `series ${title_key}`]
  return names.some((name) => favorites.has(`${history_id} ${name}`))
}

/** Any filter. What is marked is what `markFavorites` marks. */
export function anyFilter(from: number, to: number): fc.Arbitrary<PlayFilter> {
  const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 })
  const time = orNull(fc.integer({ min: from, max: to }))
  const rarely = <T>(value: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })
  const filter = fc.record({
    readers: fc.constantFrom(
      [
        { historyId: 1, profileIds: [olga, ann] },
        { historyId: 2, profileIds: [kim] },
      ],
      [{ historyId: 1, profileIds: [olga] }],
      [
        { historyId: 1, profileIds: [ann] },
        { historyId: 2, profileIds: [kim] },
      ],
    ),
    kinds: orNull(fc.constantFrom(['movie' as const], ['episode' as const, 'video' as const])),
    from: time,
    to: time,
    titles: orNull(
      fc.subarray(titleKeys).map(
        (keys) =>
          new Map([
            [1, keys],
            [2, keys.slice(1)],
          ]),
      ),
    ),
    items: rarely(
      fc.subarray(itemKeys).map(
        (keys) =>
          new Map([
            [1, keys],
            [2, keys.slice(1)],
          ]),
      ),
    ),
    season: rarely(fc.constantFrom(1, 2)),
    except: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      fc.array(
        fc.record({
          space: fc.constantFrom('movie' as const, 'series' as const),
          titleKey: fc.constantFrom(...titleKeys),
        }),
        { maxLength: 3 },
      ),
    ),
    finished: orNull(fc.boolean()),
    favorite: fc.option(fc.boolean(), { freq: 1 }),
    origin: orNull(fc.constantFrom('local' as const, 'import' as const, 'stremio' as const)),
    clients: orNull(fc.subarray(clients)),
    devices: orNull(fc.subarray(devices)),
  })
  return filter.map((own) => (own.items === null ? own : { ...own, titles: null }))
}

type Part = Pick<PlayRow, 'history_id' | 'item_key' | 'title_key' | 'season'>

export function isNamed(
  { history_id, item_key, title_key, season }: Part,
  asked: Pick<PlayFilter, 'titles' | 'items' | 'season'>,
): boolean {
  return (
    (asked.titles === null || asked.titles.get(history_id)?.includes(title_key) === true) &&
    (asked.items === null || asked.items.get(history_id)?.includes(item_key) === true) &&
    (asked.season === null || asked.season === season)
  )
}

export function isExcept(
  { title_key, kind }: Pick<PlayRow, 'title_key' | 'kind'>,
  { except }: Pick<PlayFilter, 'except'>,
): boolean {
  return except.some(({ space, titleKey }) => titleKey === title_key && space === spaceOf(kind))
}

/** What a filter says, in plain words. */
export function fits(play: PlayRow, filter: PlayFilter): boolean {
  const oneOf = (values: readonly string[] | null, value: string | null) =>
    values === null || (value !== null && values.includes(value))
  const reader = filter.readers.find(({ historyId }) => historyId === play.history_id)
  return (
    reader !== undefined &&
    reader.profileIds.includes(play.profile_id) &&
    oneOf(filter.kinds, play.kind) &&
    play.started_at >= (filter.from ?? -Infinity) &&
    play.started_at < (filter.to ?? Infinity) &&
    isNamed(play, filter) &&
    !isExcept(play, filter) &&
    (filter.finished === null || filter.finished === play.finished) &&
    (filter.favorite === null || filter.favorite === isFavorite(play)) &&
    (filter.origin === null || filter.origin === play.origin) &&
    oneOf(filter.clients, play.client) &&
    oneOf(filter.devices, play.device_name)
  )
}
