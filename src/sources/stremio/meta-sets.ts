import { cutText, detached } from '../../core/cut-text.ts'
import { isRecord, listOf, recordOf, type JsonRecord } from '../../core/json.ts'
import { parseMediaId } from '../../model/media-id.ts'
import type { SetItem, SourceMeta, SourceSet } from '../../model/source-meta.ts'
import { textOf, timeOf, webAddressOf } from '../read-value.ts'
import { idsOf } from './meta-ids.ts'
import { yearsOf } from './meta-years.ts'

const maxId = 300
const maxName = 200
const maxOverview = 2_000
const maxSets = 5
const maxItems = 250
const maxCatalogs = 20
const maxLinks = 500

type Own = Pick<SourceMeta, 'id' | 'type' | 'name' | 'ids' | 'poster' | 'background'>

const naming = ['collection', 'behaviorHints', 'app_extras', 'belongs_to_collection', 'links']

/** What a title belongs to; or `set` where the answer describes such a set. Null where it says neither. */
export function setsOf(
  own: JsonRecord,
  meta: Own & Pick<SourceMeta, 'description'>,
  askedType: string,
): Pick<SourceMeta, 'sets' | 'set'> | null {
  const isNamed = naming.some((key) => own[key])
  if (!isNamed && ![meta.type, askedType].some(isSetType) && !isSetId(meta.id)) return null
  const hints = recordOf(own['behaviorHints'])
  const named = [own['collection'], hints['collection'], recordOf(own['app_extras'])['collection']]
  const described = named.flatMap((value) => readNamed(value) ?? [])
  // What is known to be a film or a series never is hidden as a set.
  const isOpaque = parseMediaId(meta.id).space === 'opaque'
  const itself = isOpaque
    ? described.find(({ id, name, items }) => id === meta.id || (name === null && items.length > 0))
    : undefined
  const isSet =
    isSetType(meta.type) ||
    isSetId(meta.id) ||
    (isOpaque && (isSetType(askedType) || hints['collection'] === true)) ||
    itself !== undefined
  if (isSet) return { set: ofItself(own, meta, itself) }
  const tmdb = readTmdb(own['belongs_to_collection'])
  const all = [...described, ...(tmdb ? [tmdb] : []), ...linkedSets(own['links'], meta)]
  const sets = all.flatMap((set) => (set.name === null ? [] : { ...set, name: set.name }))
  return sets.length > 0 ? { sets: sets.slice(0, maxSets) } : null
}

type Described = Omit<SourceSet, 'name'> & { readonly name: string | null }

const nothing = { poster: null, background: null, overview: null, items: [], catalogs: [] }

function ofItself(
  own: JsonRecord,
  { id, type, name, description, poster, background }: Own & Pick<SourceMeta, 'description'>,
  described: Described | undefined,
): SourceSet {
  const overview =
    description === null ? (described?.overview ?? null) : cutText(description, maxOverview)
  return {
    id,
    type,
    name: cutText(name, maxName),
    overview,
    poster: poster ?? described?.poster ?? null,
    background: background ?? described?.background ?? null,
    items: described?.items.length ? described.items : readItems(listOf(own['videos'])),
    catalogs: described?.catalogs ?? [],
  }
}

function readNamed(value: unknown): Described | null {
  const bare = textOf(value, maxName)
  if (bare !== null) return { ...nothing, id: null, type: 'movie', name: bare }
  if (!isRecord(value)) return null
  return {
    id: idOf(value['id']),
    type: textOf(value['type'], maxId) ?? 'movie',
    name: textOf(value['name'], maxName) ?? textOf(value['title'], maxName),
    overview:
      textOf(value['description'], maxOverview) ?? textOf(value['overview'], maxOverview) ?? null,
    poster: webAddressOf(value['poster']),
    background: webAddressOf(value['background']) ?? webAddressOf(value['backdrop']),
    items: readItems(listOf(value['items'])),
    catalogs: listOf(value['sources']).slice(0, maxCatalogs).flatMap(readCatalog),
  }
}

/** As TMDB itself answers, which some sources hand on. */
function readTmdb(value: unknown): Described | null {
  const own = recordOf(value)
  const id = idOf(own['id'])
  const name = textOf(own['name'], maxName)
  if (name === null || id === null || !/^\d+$/.test(id)) return null
  const picture = (path: unknown, size: string): string | null => {
    const isPath = typeof path === 'string' && /^\/[\w-]{1,100}\.\w{3,4}$/.test(path)
    return isPath ? `https://image.tmdb.org/t/p/${size}${path}` : null
  }
  return {
    ...nothing,
    id: `tmdb-collection:${id}`,
    type: 'movie',
    name,
    poster: picture(own['poster_path'], 'w500'),
    background: picture(own['backdrop_path'], 'w1280'),
  }
}

/** Where a genre is named too, only a part of the catalog belongs to it. */
function readCatalog(value: unknown): SourceSet['catalogs'] {
  const own = recordOf(value)
  const type = textOf(own['type'], maxId)
  const id = textOf(own['catalogId'], maxId) ?? textOf(own['id'], maxId)
  const isWhole = [undefined, null, '', 'None'].includes(own['genre'] as string)
  return type === null || id === null || !isWhole ? [] : [{ type, id }]
}

const general = /^(?:(?:movie |film |tv )?(?:collections?|sets?|franchises?|sagas?)|box-?sets?)$/i
const ordinary =
  /^(?:imdb|share|genres?|cast|actors?|stars|directors?|writers?|creators?|producers?)$/i
const setName =
  /collection|saga|trilogy|franchise|anthology|filmreihe|colecci[oó]n|collezione|cole[cç][aã]o|kolekcja|koleksiyon|samling|коллекция|コレクション|シリーズ/i

type Link = { readonly name: string; readonly target: Target | null; readonly url: string }
type Target = { readonly type: string; readonly id: string }

/** Either each link names a set, or the category does, and its links lead to the titles. */
function linkedSets(value: unknown, meta: Own): readonly Described[] {
  const groups = new Map<string, Link[]>()
  for (const entry of listOf(value).slice(0, maxLinks)) {
    const own = recordOf(entry)
    const category = textOf(own['category'], maxName)
    const name = textOf(own['name'], maxName)
    if (category === null || name === null || ordinary.test(category)) continue
    const url = textOf(own['url']) ?? ''
    groups.set(category, [...(groups.get(category) ?? []), { name, target: targetOf(url), url }])
  }
  return [...groups].flatMap(([category, links]) =>
    general.test(category)
      ? links.flatMap(namedByLink)
      : (namedByCategory(category, links, meta) ?? []),
  )
}

function namedByLink({ name, target, url }: Link): readonly Described[] {
  const own = { ...nothing, id: null, type: 'movie', name }
  if (target === null) return [{ ...own, catalogs: listedAt(url) }]
  const isSet = isSetType(target.type) || parseMediaId(target.id).space === 'opaque'
  return isSet ? [{ ...own, ...target }] : []
}

function namedByCategory(name: string, links: readonly Link[], meta: Own): Described | null {
  const items = readItems(links.map((link) => ({ ...link.target, name: link.name })))
  const isOwn = ({ id, ids }: SetItem): boolean =>
    id === meta.id ||
    Object.entries(ids).some(([space, own]) => meta.ids[space as keyof typeof ids] === own)
  if (items.length < 2 || !(setName.test(name) || items.some(isOwn))) return null
  return { ...nothing, id: null, type: 'movie', name, items }
}

function targetOf(url: string): Target | null {
  const match = /^stremio:\/\/\/detail\/([^/?#]{1,40})\/([^/?#]{1,300})/.exec(url)
  const [type, id] = [decoded(match?.[1]), decoded(match?.[2])]
  return type && id ? { type, id } : null
}

/** Of a link to a whole catalog. */
function listedAt(url: string): SourceSet['catalogs'] {
  const match = /^stremio:\/\/\/discover\/[^/]+\/([^/?#]{1,40})\/([^/?#]{1,300})$/.exec(url)
  const [type, id] = [decoded(match?.[1]), decoded(match?.[2])]
  return type && id ? [{ type, id }] : []
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(detached(text))
  } catch {
    return null
  }
}

function readItems(list: readonly unknown[]): readonly SetItem[] {
  const items = new Map<string, SetItem>()
  for (const value of list.slice(0, 2 * maxItems)) {
    const item = readItem(value)
    if (item && !items.has(item.id) && items.size < maxItems) items.set(item.id, item)
  }
  return [...items.values()]
}

/** A whole title; of what else stands there nothing is known that could be played. */
function readItem(value: unknown): SetItem | null {
  const own = typeof value === 'string' ? { id: value } : recordOf(value)
  const tmdb = idOf(own['tmdb_id'])
  const id = idOf(own['id']) ?? idOf(own['imdb_id']) ?? (tmdb && `tmdb:${tmdb}`)
  const type = textOf(own['type'], 40) ?? 'movie'
  if (id === null || isSetType(type) || isSetId(id) || /^tt(?!\d+$)/.test(id)) return null
  const { season, episode } = parseMediaId(id)
  if (season !== null || episode !== null) return null
  return {
    id,
    type,
    name: textOf(own['name'], maxName) ?? textOf(own['title'], maxName),
    year: yearsOf(own['releaseInfo'], own['year'], own['released']).year,
    released: timeOf(own['released']),
    poster: webAddressOf(own['poster']),
    ids: idsOf(own, id),
  }
}

function idOf(value: unknown): string | null {
  return Number.isSafeInteger(value) ? String(value) : textOf(value, maxId)
}

function isSetType(type: string): boolean {
  return /^(?:collections?|box-?sets?|franchises?)$/i.test(type)
}

/** As addons of collections write them: `ctmdb.86311`, `tmdbc.10`, `tvdbc:5`, `tmdb-collection:10`. */
function isSetId(id: string): boolean {
  return /^(?:ctmdb|tmdbc(?:dev)?|tvdbc)[.:]|^(?:\w{1,20}[-_.])?collections?[.:_-]/i.test(id)
}
