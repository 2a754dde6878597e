import { LRUCache } from 'lru-cache'
import { folded } from '../../../core/folded-text.ts'
import { isOpen, mayWatch, ratedOf, strictest, titleRuleOf } from '../../../library/limits.ts'
import type { Rated, TitleRule } from '../../../library/limits.ts'
import { kindOf } from '../../../library/kind.ts'
import { identityOf } from '../../../library/identity.ts'
import type { Identity } from '../../../library/identity.ts'
import type { Title } from '../../../library/title.ts'
import type { ItemKind } from '../../../model/item-ref.ts'
import type { SourceMeta } from '../../../model/source-meta.ts'
import type { Collection, Library } from '../titles/collection.ts'
import type { ItemReader, LibraryDeps } from '../deps.ts'
import { createCollectionPart } from './collection-part.ts'
import type { CollectionPart } from './collection-part.ts'
import { retryMs } from './ratings.ts'
import type { RatedTitle } from './kept-ratings.ts'
import type { Ratings } from './ratings.ts'
import { titleOfKey } from '../watched.ts'

export type TitleGate = NonNullable<ReturnType<ReturnType<typeof createTitleGates>>>

type Made = {
  readonly version: number
  readonly madeAt: number
  readonly part: CollectionPart
  /** Titles of whose ratings too little is known. */
  readonly unread: number
  /** How long making it took. */
  readonly tookMs: number
  /** Resolves once the ratings of the first look are read; null if nobody has to wait. */
  readonly first: Promise<void> | null
}

type MadeByRule = WeakMap<Collection, LRUCache<string, Made>>

/** As the caller names it; the type may be wrong. */
export type AskedTitle = { readonly identity: Identity; readonly type: string }

export type KeyedTitle = {
  readonly kind: ItemKind
  readonly titleKey: string
  readonly type: string
}

/** How long the first look at a collection waits for ratings, and a single title elsewhere. */
const firstWaitMs = 2_500
const singleWaitMs = 2_000
/** While ratings are read, lists change no more often. */
const leastMs = 1_000
/** Long lists change no more often than after so many times what making them takes. */
const timesTaken = 50
/** More than a household has users, and changed limits leave old rules behind. */
const mostRules = 100

/** Which titles a user may watch: null for a user who may watch all. What is not known yet may not be watched. */
export function createTitleGates(
  { collections }: Pick<LibraryDeps, 'collections'>,
  ratings: Ratings,
) {
  const made: MadeByRule = new WeakMap()

  return (reader: ItemReader) => {
    const rule = titleRuleOf(reader.profile.limits)
    return rule && gateOf({ collections, ratings, made }, reader, rule)
  }
}

type GateDeps = Pick<LibraryDeps, 'collections'> & {
  readonly ratings: Ratings
  readonly made: MadeByRule
}

function madeByRule({ made }: Pick<GateDeps, 'made'>, all: Collection): LRUCache<string, Made> {
  const byRule = made.get(all) ?? new LRUCache<string, Made>({ max: mostRules })
  made.set(all, byRule)
  return byRule
}

function gateOf({ collections, ratings, made }: GateDeps, reader: ItemReader, rule: TitleRule) {
  /** For one answer of several, of which another may have a rating. */
  const ofRated = { ...rule, blockUnrated: false }

  /** Null while too little is known. */
  function known(title: RatedTitle, listed: Rated): boolean | null {
    if (!mayWatch(ofRated, listed)) return false
    const read = ratings.peek(reader, title)
    const said = read ? strictest([listed, read.rated]) : listed
    if (!mayWatch(ofRated, said)) return false
    return (read === null || read.lacks) && isOpen(rule, said) ? null : mayWatch(rule, said)
  }

  const knownTitle = (title: Title): boolean | null => known(ratedTitle(title), ratedOf(title.meta))

  function make(all: Collection, version: number, before: Made | null) {
    const begun = performance.now()
    const unread: RatedTitle[] = []
    const isIn = (title: Title): boolean => {
      const may = knownTitle(title)
      if (may === null) unread.push(ratedTitle(title))
      return may === true
    }
    const catalogOf = (library: Library, titles: readonly Title[]) =>
      withGenresLeft(rule, library, titles)
    const part = createCollectionPart(all, { isIn, catalogOf }, before?.part ?? null)
    const tookMs = performance.now() - begun
    const own = { version, madeAt: Date.now(), tookMs, part, first: null, unread: unread.length }
    return { own, unread }
  }

  function madeOf(all: Collection): Made {
    const byRule = madeByRule({ made }, all)
    const version = ratings.versionOf(reader)
    const before = byRule.get(rule.key) ?? null
    if (before && isRecent(before, version)) return before
    const { own, unread } = make(all, version, before)
    byRule.set(rule.key, own)
    if (before) ratings.readBehind(reader, unread)
    if (before || unread.length === 0) return own
    const first = ratings.learn(reader, unread, firstWaitMs, 'behind').then(() => {
      ratings.readBehind(reader, unread)
      if (byRule.get(rule.key) === withFirst)
        byRule.set(rule.key, { ...own, version: -1, madeAt: 0 })
    })
    const withFirst = { ...own, first }
    byRule.set(rule.key, withFirst)
    return withFirst
  }

  const titleOf = (asked: AskedTitle) => questionOf(collections.peek(reader), asked)
  const titleOfKeyed = (key: KeyedTitle) => keyedQuestionOf(collections.peek(reader), key)

  const isListed = (identity: Identity) =>
    listedAs(collections.peek(reader), identity) !== undefined

  async function mayAll(
    titles: readonly (readonly [RatedTitle, Rated])[],
  ): Promise<readonly boolean[]> {
    const unread = titles.filter(([title, listed]) => known(title, listed) === null)
    const wanted = new Map(
      unread.map(([title]) => [`${title.types.join('\n')} ${title.identity.text}`, title]),
    )
    await ratings.learn(reader, [...wanted.values()], singleWaitMs)
    return titles.map(([title, listed]) => known(title, listed) === true)
  }

  return {
    rule,
    /** Facts whose titles may be shown. Titles of the collection were decided with it. */
    onlyKnown<T extends { readonly title: Title }>(shown: readonly T[]): readonly T[] {
      const all = collections.peek(reader)
      const own = all && made.get(all)?.get(rule.key)
      const decided = own?.version === ratings.versionOf(reader) ? own.part : null
      return shown.filter(({ title }) => decided?.has(title) || knownTitle(title) === true)
    },

    isKnownAs: (title: AskedTitle): boolean => known(...titleOf(title)) === true,

    async may(title: AskedTitle): Promise<boolean> {
      const [may] = await mayAll([titleOf(title)])
      return may === true
    },

    /** False for a title of which its own answer says more than was known: from now on it is hidden. */
    admits(asked: AskedTitle, meta: SourceMeta): boolean {
      const rated = ratedOf(meta)
      if (mayWatch(ofRated, rated)) return true
      const [{ identity, types }] = titleOf(asked)
      ratings.note(reader, { identity, types }, rated)
      // Lists ask for it as their own type alone.
      ratings.note(reader, { identity, types: types.slice(0, 1) }, rated)
      return false
    },

    /** Whether the own answer of a title that is in memory may be shown. */
    fits: (meta: SourceMeta): boolean => mayWatch(ofRated, ratedOf(meta)),

    /** The part of a collection that may be watched. Waits for ratings at the first look alone. */
    async visible(all: Collection): Promise<Collection> {
      const now = madeOf(all)
      if (!now.first) return now.part.lists()
      await now.first
      return madeOf(all).part.lists()
    },

    visibleNow: (all: Collection): Collection => madeOf(all).part.lists(),

    async ofTitles<T extends Title>(titles: readonly T[]): Promise<readonly T[]> {
      const unread = titles.filter((title) => knownTitle(title) === null)
      await ratings.learn(reader, unread.map(ratedTitle), firstWaitMs)
      return titles.filter((title) => knownTitle(title) === true)
    },

    /** What no source describes may not be watched: sources of streams understand ids that sources of ratings do not. */
    async mayKey(key: KeyedTitle): Promise<boolean> {
      const [title, listed] = titleOfKeyed(key)
      if (!isListed(title.identity) && isOddlySpelled(title.identity)) return false
      const [may] = await mayAll([[title, listed]])
      const read = ratings.peek(reader, title)
      if (!may || !(isListed(title.identity) || read?.isDescribed)) return false
      const same = (read?.imdbIds ?? []).filter((id) => id !== title.identity.key)
      const others = await mayAll(same.map((titleKey) => titleOfKeyed({ ...key, titleKey })))
      return others.every(Boolean)
    },

    /** After `mayKey`: whether all sources have answered, and neither they nor catalogs know such a title. */
    isUndescribed(key: KeyedTitle): boolean {
      const [title] = titleOfKeyed(key)
      const read = ratings.peek(reader, title)
      return !isListed(title.identity) && read !== null && !read.isDescribed && !read.lacks
    },

    /** For each, by the keys of the history. */
    ofKeys: (keys: readonly KeyedTitle[]): Promise<readonly boolean[]> =>
      mayAll(keys.map(titleOfKeyed)),

    /** For keys that may be those of a film or of a series. */
    async ofBareKeys(keys: readonly string[]): Promise<readonly boolean[]> {
      const all = collections.peek(reader)
      const either = keys.map((titleKey) => {
        const own = bothKinds.map((kind) => ({ kind, titleKey, type: kind }))
        const listed = own.filter(({ kind }) => all && titleOfKey(all, kind, titleKey))
        return (listed.length > 0 ? listed : own).map(titleOfKeyed)
      })
      const may = (await mayAll(either.flat())).values()
      return either.map((titles) => titles.map(() => may.next().value).every(Boolean))
    },
  }
}

/** A known number with something before or behind it, which some sources do not mind. */
function isOddlySpelled({ number, key }: Identity): boolean {
  return number === null && /^\W*(?:tt\d|(?:tmdb|tvdb|kitsu|mal|anilist|anidb):\W*\d)/i.test(key)
}

const bothKinds = ['movie', 'series'] as const
const nothing: Rated = { age: null, foldedGenres: [] }

/** Also while ratings are still being read. Sources that failed are asked again. */
function isRecent({ madeAt, tookMs, unread, version }: Made, now: number): boolean {
  const age = Date.now() - madeAt
  return (
    (version === now && (unread === 0 || age < retryMs)) ||
    (unread > 0 && age < Math.max(leastMs, timesTaken * tookMs))
  )
}

/** How to ask for it, and what catalogs say. A title of theirs is asked for as theirs, any other as whatever it might be. */
function questionOf(
  all: Collection | null,
  { identity, type }: AskedTitle,
): readonly [RatedTitle, Rated] {
  const listed = listedAs(all, identity)
  const types = listed
    ? [listed.meta.type, ...(kindOf(type) === kindOf(listed.meta.type) ? [] : [type])]
    : [...bothKinds, ...(all?.libraries ?? []).map(({ catalog }) => catalog.type), type]
  const rated = listed ? ratedOf(listed.meta) : nothing
  return [{ identity: listed?.identity ?? identity, types: [...new Set(types)] }, rated]
}

function keyedQuestionOf(
  all: Collection | null,
  { kind, titleKey, type }: KeyedTitle,
): readonly [RatedTitle, Rated] {
  const title = all && titleOfKey(all, kind, titleKey)
  if (title) return questionOf(all, { identity: title.identity, type: title.meta.type })
  const identity = identityOf({ id: titleKey, type, ids: {} }, () => null)
  return questionOf(all, { identity, type })
}

/** Titles without a number are known by what they are listed as, whatever type they are asked for with. */
function listedAs(all: Collection | null, { text, key, number }: Identity): Title | undefined {
  if (all === null) return undefined
  return all.byText.get(text) ?? (number === null ? titlesByKey(all).get(key) : undefined)
}

const byKey = new WeakMap<Collection, ReadonlyMap<string, Title>>()

function titlesByKey(all: Collection): ReadonlyMap<string, Title> {
  const known = byKey.get(all) ?? new Map(all.titles.map((title) => [title.identity.key, title]))
  byKey.set(all, known)
  return known
}

function ratedTitle({ identity, meta }: Title): RatedTitle {
  return { identity, types: [meta.type] }
}

/** Without blocked genres, and without those of which nothing is left. */
function withGenresLeft(
  rule: TitleRule,
  { catalog, titles: all }: Library,
  titles: readonly Title[],
): Library['catalog'] {
  const { genre } = catalog
  if (!genre) return catalog
  const [known, left] = [genresOf({ titles: all }), genresOf({ titles })]
  const options = genre.options.filter((one) => isGenreLeft(rule, folded(one), known, left))
  return { ...catalog, genre: { ...genre, options } }
}

export function genresOf({ titles }: Pick<Library, 'titles'>): ReadonlySet<string> {
  return new Set(titles.flatMap(({ foldedGenres }) => foldedGenres))
}

/** Catalogs also offer genres that none of their titles names. */
export function isGenreLeft(
  { blockedGenres }: TitleRule,
  genre: string,
  known: ReadonlySet<string>,
  left: ReadonlySet<string>,
): boolean {
  return !blockedGenres.has(genre) && (left.has(genre) || !known.has(genre))
}
