import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { folded } from '../../core/folded-text.ts'
import { problemOf } from '../../core/upstream-error.ts'
import { untilAborted } from '../../core/until-aborted.ts'
import type { PlayerCatalog } from '../../library/catalogs/player-catalog.ts'
import { mostTitles } from '../../library/catalogs/drafts.ts'
import { createMerger, shuffledBySeed } from '../../library/catalogs/merge.ts'
import type { SameTitle } from '../../library/identity.ts'
import { rankedBy } from '../../library/search.ts'
import { weightOf, weightOfUnread } from '../../library/title-weight.ts'
import { createTitle } from '../../library/title.ts'
import type { Title } from '../../library/title.ts'
import { searchPageMost } from '../../model/addon.ts'
import type { SourceClient, UnreadTitles } from '../../model/source-client.ts'
import type { CatalogFailure } from '../../model/source.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import type { Catalog } from '../library/titles/catalogs.ts'
import { titleKeysOf } from '../library/watched.ts'

export type CatalogListOptions = {
  readonly client: Pick<SourceClient, 'catalog'>
  readonly sameTitle: SameTitle
  readonly memoryShare?: number
  readonly now?: () => number
}

export type CatalogPage = {
  readonly titles: readonly Title[]
  /** Sources that did not answer in time, so that the page may soon look otherwise. */
  readonly failures: readonly CatalogFailure[]
}

export type OnlyTitles = (titles: readonly Title[]) => Promise<readonly Title[]>

type Question = {
  /** Counts only titles that the caller may see. */
  readonly skip: number
  readonly genre: string | null
  /** Missing: all of them. */
  readonly only?: OnlyTitles | null
  /** Whose pages follow one another; missing: nobody's do. */
  readonly walker?: string
}

type Extra = Readonly<Record<string, string>>
type Feed = {
  readonly catalog: Catalog
  readonly extra: Extra
  readonly waiting: SourceMeta[]
  readonly seen: Set<string>
  seenBefore: number
  unread: UnreadTitles | null
  unreadWeight: number
  skip: number
  pages: number
  done: boolean
  failure: CatalogFailure | null
  isLate: boolean
  restsUntil: number
}
type List = ReturnType<typeof createList>

export const pageSize = 100
const mostPages = 100
/** A quarter more than an even share, because catalogs overlap. */
const readShare = 1.25
const slowestMs = 5_000
const askedMs = 10_000
const freshMs = 600_000
/** For a list without a source that failed; as long rests one that failed a later page. */
const partFreshMs = 20_000
const heldTitles = 60_000
/** Of lists and of those who walk through them. */
const mostNamed = 20_000

/**
 * Merged lists, read page by page as far as somebody has asked, and kept for a while, so that paging goes on in the list
 * that it began in.
 */
export function createCatalogLists({
  memoryShare = 1,
  now = Date.now,
  ...reader
}: CatalogListOptions) {
  const maxSize = Math.floor(heldTitles * memoryShare)
  const kept = new LRUCache<symbol, { readonly list: List }>({
    maxSize,
    ttl: freshMs,
    ttlAutopurge: true,
    sizeCalculation: ({ list }) => Math.min(maxSize, 1 + list.weight),
  })
  const shared = new LRUCache<string, { readonly mark: symbol; readonly until: number }>(
    atMost(mostNamed),
  )
  /** Whoever is in the middle of a list goes on in it, although it was made anew for others. */
  const walks = new LRUCache<string, symbol>(atMost(mostNamed))

  const listOf = (mark: symbol | undefined): List | null =>
    mark === undefined ? null : (kept.get(mark)?.list ?? null)

  /** Anew, since the size of an object is taken only once. */
  function keep(list: List): void {
    kept.set(list.mark, { list })
  }

  async function read(
    key: string,
    make: () => List,
    count: number,
    signal: AbortSignal,
    begun: List | null = null,
  ): Promise<List> {
    const known = shared.get(key)
    const fresh = known && known.until > now() ? listOf(known.mark) : null
    const list = begun ?? fresh ?? make()
    keep(list)
    if (list.isReadTo(count)) return list
    const isShared = begun === null || begun === fresh
    const until = fresh && known ? known.until : now() + freshMs
    const hold = (): void => {
      keep(list)
      if (!isShared || shared.peek(key)?.mark !== list.mark) return
      const partUntil = list.isLate ? now() : Math.min(until, now() + partFreshMs)
      shared.set(key, { mark: list.mark, until: list.failures.length === 0 ? until : partUntil })
    }
    if (isShared) shared.set(key, { mark: list.mark, until })
    // Goes on after a caller who leaves, and so does the measuring of what it has read.
    await untilAborted(list.readTo(count, hold), signal)
    return list
  }

  return {
    /** `planKey`: equal for equal rules; what they merge changes with the manifests. A day begins at midnight UTC. */
    async page(
      planKey: string,
      catalog: PlayerCatalog<Catalog>,
      { skip, genre, only, walker }: Question,
      signal: AbortSignal,
    ): Promise<CatalogPage> {
      if (skip >= catalog.limit) return { titles: [], failures: [] }
      const wanted = catalog.genre ?? genre
      const to = Math.min(skip + pageSize, catalog.limit)
      const named = JSON.stringify([planKey, catalog.type, catalog.id, wanted && folded(wanted)])
      const key = `${named} ${keyOf(catalog.sourceCatalogs)}`
      const make = () =>
        createList({ ...reader, now, maxSize }, feedsOf(catalog, wanted), catalog.mix)
      const walk = walker === undefined ? null : JSON.stringify([walker, named])
      const begun = walk !== null && skip > 0 ? listOf(walks.get(walk)) : null
      const day = Math.floor(now() / 86_400_000)
      const shuffledToday = (part: readonly Title[]) => shuffledBySeed(part, `${day} ${catalog.id}`)
      for (let count = catalog.shuffle ? catalog.limit : to; ; count *= 2) {
        const list = await read(key, make, Math.min(count, catalog.limit), signal, begun)
        if (walk !== null) walks.set(walk, list.mark)
        const all = list.titles.slice(0, catalog.limit)
        const titles = catalog.shuffle ? list.parts(all).flatMap(shuffledToday) : all
        const seen = only ? await only(titles) : titles
        // Pages are full until the last one, since players stop at the first that is not.
        const isEnough = seen.length >= to || list.titles.length < count || count >= catalog.limit
        if (!only || isEnough) return { titles: seen.slice(skip, to), failures: list.failures }
      }
    },

    /** Best first. */
    async search(
      planKey: string,
      catalogs: readonly Catalog[],
      text: string,
      signal: AbortSignal,
    ): Promise<CatalogPage> {
      const key = JSON.stringify([planKey, 'search', keyOf(catalogs), folded(text)])
      const feeds = catalogs.map((catalog) =>
        feedOf({ ...catalog, canSkip: false }, { search: text }),
      )
      const make = () => createList({ ...reader, now, maxSize }, feeds, 'interleave')
      const list = await read(key, make, mostTitles, signal)
      const titles = rankedBy(list.titles, text, (title) => title).slice(0, searchPageMost)
      return { titles, failures: list.failures }
    },
  }
}

function keyOf(catalogs: readonly Catalog[]): string {
  return hash('sha256', JSON.stringify(catalogs.map(({ key }) => key)), 'base64url')
}

function feedOf(catalog: Catalog, extra: Extra): Feed {
  const begun = { skip: 0, pages: 0, done: false, failure: null, isLate: false, restsUntil: 0 }
  const unread = { seenBefore: 0, unread: null, unreadWeight: 0 }
  return { catalog, extra, waiting: [], seen: new Set(), ...begun, ...unread }
}

/** Catalogs to read; for a genre, those that offer it, with their own spelling. */
function feedsOf(
  { sourceCatalogs }: PlayerCatalog<Catalog>,
  genre: string | null,
): readonly Feed[] {
  return sourceCatalogs.flatMap((catalog) => {
    if (genre === null) return catalog.genre?.isRequired ? [] : feedOf(catalog, {})
    if (!catalog.genre) return []
    const { options } = catalog.genre
    const own = options.find((option) => folded(option) === folded(genre))
    if (own === undefined && options.length > 0) return []
    return feedOf(catalog, { genre: own ?? genre })
  })
}

function createList(
  {
    client,
    sameTitle,
    now,
    maxSize,
  }: Pick<CatalogListOptions, 'client' | 'sameTitle'> & {
    readonly now: () => number
    readonly maxSize: number
  },
  feeds: readonly Feed[],
  mix: 'interleave' | 'append',
) {
  const merger = createMerger(titleKeysOf)
  const counts: number[] = []
  let reading: Promise<void> = Promise.resolve()
  let weight = 0
  let unreadWeight = 0

  async function ask(feed: Feed, first: number): Promise<readonly SourceMeta[]> {
    const { source, type, id } = feed.catalog
    const extra = feed.skip > 0 ? { ...feed.extra, skip: String(feed.skip) } : feed.extra
    const signal = AbortSignal.timeout(askedMs)
    const answer = client.catalog(source, type, id, extra, { signal, first })
    const wait = AbortSignal.timeout(Math.min(source.timeout ?? slowestMs, slowestMs))
    const {
      value,
      entries = value.length,
      bytes = 0,
      unread = null,
    } = await untilAborted(answer, wait).catch((error: unknown) => {
      feed.isLate = wait.aborted
      throw error
    })
    feed.failure = null
    feed.skip += entries
    feed.pages += 1
    feed.seenBefore = feed.seen.size
    feed.unread = unread
    feed.unreadWeight = unread ? weightOfUnread(unread.count, bytes) : 0
    unreadWeight += feed.unreadWeight
    return value
  }

  async function readOn(feed: Feed, unread: UnreadTitles): Promise<readonly SourceMeta[]> {
    const titles = await unread.read()
    feed.failure = null
    feed.unread = null
    unreadWeight -= feed.unreadWeight
    return titles
  }

  async function load(feed: Feed, first: number): Promise<void> {
    try {
      const titles = await (feed.unread ? readOn(feed, feed.unread) : ask(feed, first))
      for (const meta of titles) {
        feed.seen.add(meta.id)
        weight += weightOf(meta)
      }
      feed.waiting.push(...titles)
      // A source that ignores `skip` lists the same for ever.
      const isSame = feed.seen.size === feed.seenBefore
      const isLast = !feed.catalog.canSkip || isSame || feed.pages >= mostPages || weight >= maxSize
      if (feed.unread === null && isLast) feed.done = true
    } catch (error) {
      feed.failure = { source: feed.catalog.source, ...problemOf(error) }
      // Whoever is in the middle of a list goes on without those that it began without.
      if (feed.pages === 0) feed.done = true
      feed.restsUntil = now() + partFreshMs
    }
  }

  const mayBeAsked = ({ done, restsUntil }: Feed): boolean => !done && restsUntil <= now()
  const isOpen = (feed: Feed): boolean => feed.waiting.length > 0 || mayBeAsked(feed)

  async function extend(count: number, onGrowth: () => void): Promise<void> {
    while (merger.titles.length < count && feeds.some(isOpen)) {
      const open = feeds.filter(isOpen)
      const asked = mix === 'append' ? open.slice(0, 1) : open
      const empty = asked.filter(({ waiting }) => waiting.length === 0)
      const first = Math.ceil((readShare * (count - merger.titles.length)) / asked.length)
      await Promise.all(empty.map((feed) => load(feed, first)))
      take(asked, count)
      onGrowth()
    }
    counts.push(merger.titles.length)
  }

  /** One of each in turn, until one has none left that may have more. */
  function take(asked: readonly Feed[], count: number): void {
    while (
      merger.titles.length < count &&
      asked.every((feed) => feed.waiting.length || !mayBeAsked(feed))
    ) {
      const full = asked.filter(({ waiting }) => waiting.length > 0)
      if (full.length === 0) return
      for (const feed of full) {
        merger.add(createTitle(feed.waiting.shift()!, sameTitle), feeds.indexOf(feed))
      }
    }
  }

  return {
    mark: Symbol('list'),
    titles: merger.titles,
    get weight(): number {
      return weight + unreadWeight
    },
    /** What each reading has added; whoever walks through a list has seen the earlier ones. */
    parts: (titles: readonly Title[]): readonly (readonly Title[])[] =>
      [...counts, titles.length].map((end, index) => titles.slice(counts[index - 1] ?? 0, end)),
    get failures(): readonly CatalogFailure[] {
      return feeds.flatMap(({ failure }) => failure ?? [])
    },
    /** Nothing has come so far, and something may still come. */
    get isLate(): boolean {
      return merger.titles.length === 0 && feeds.some(({ isLate }) => isLate)
    },
    isReadTo: (count: number) => merger.titles.length >= count || !feeds.some(isOpen),
    /** One reader at a time; what the sources fail to answer is left out until it is asked for again. */
    readTo(count: number, onGrowth: () => void): Promise<void> {
      reading = reading.then(() => extend(count, onGrowth))
      return reading
    },
  }
}
