import { AppError } from '../../core/errors.ts'
import { everything } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { Collection } from './collection.ts'
import type { Shown } from './title-item.ts'
import type { Ask } from './library.ts'
import { entryKinds } from './narrowing.ts'
import { briefly } from './pages.ts'
import type { Stock } from './stock.ts'
import { entryQueryOf } from './watched.ts'

export type SingleItems = ReturnType<typeof createSingleItems>

const titleKinds: ReadonlySet<string> = new Set(['movie', 'series', 'video'])

/** One item at a time, with what its source says of it. */
export function createSingleItems({ history, names, collections, details, make }: Stock) {
  /** A film or series with what its source says of it; null where nobody knows it. */
  async function showTitle(member: Member, ref: ItemRef, ask: Ask): Promise<Shown | null> {
    const found = await make.identityOfRef(ref)
    if (!found) return null
    const { identity } = found
    // The catalogs know what type the title is asked for as.
    const listed =
      collections.peek(member)?.byText.get(identity.text) ??
      (await collections.of(member, ask.signal)).byText.get(identity.text)
    const type = listed?.meta.type ?? found.type
    const told = await details.of(member, identity, type)
    const title = listed ?? (told && make.titleOf(told.meta, identity, type))
    return title ? { title, details: told } : null
  }

  async function titleItem(member: Member, ref: ItemRef, ask: Ask): Promise<LibraryItem | null> {
    const shown = await showTitle(member, ref, ask)
    if (!shown) return watchedTitle(member, ref)
    const [item] = await make.titleItems(member, collections.peek(member), [shown])
    return item ?? null
  }

  async function watchedTitle(member: Member, ref: ItemRef): Promise<LibraryItem | null> {
    const found = await make.identityOfRef(ref)
    if (!found) return null
    const entries = await history.entries(member, {
      ...entryQueryOf(everything, entryKinds),
      titleKeys: [found.identity.key],
    })
    const entry = entries.find(
      ({ kind, season, episode }) =>
        kind === ref.kind && season === ref.season && episode === ref.episode,
    )
    return entry ? make.watchedItem(member, entry) : null
  }

  /** A series with its seasons, as far as a source knows them. */
  async function seriesOf(member: Member, ref: ItemRef, ask: Ask) {
    const seriesRef = { ...ref, kind: 'series' as const, season: null, episode: null, version: 0 }
    const shown = await showTitle(member, seriesRef, ask)
    const [item] = shown ? await make.titleItems(member, collections.peek(member), [shown]) : []
    return item ? { item, told: shown!.details } : null
  }

  async function requireSeries(member: Member, ref: ItemRef, ask: Ask) {
    const series =
      ref.configuration === member.configuration ? await seriesOf(member, ref, ask) : null
    if (series) return { item: series.item, seasons: series.told?.seasons ?? [] }
    throw new AppError('NOT_FOUND', 'There is no such series in this configuration.')
  }

  async function partItem(member: Member, ref: ItemRef, ask: Ask): Promise<LibraryItem | null> {
    const series = await seriesOf(member, ref, ask)
    const season = series?.told?.seasons.find(({ number }) => number === ref.season)
    if (!series || !season) return watchedTitle(member, ref)
    if (ref.kind === 'season') return make.seasonItem(series.item, season)
    const episode = season.episodes.find((one) => one.episode === ref.episode)
    return episode ? make.episodeItem(series.item, episode) : watchedTitle(member, ref)
  }

  async function namedItem(
    member: Member,
    kind: 'genre' | 'studio' | 'person' | 'year',
    ref: ItemRef,
  ) {
    const text = await names.textOf(ref.number)
    if (!text?.startsWith(`${kind}:`)) return null
    return make.nameItem(member, kind, text.slice(kind.length + 1), ref.number)
  }

  async function item(member: Member, ref: ItemRef, ask: Ask): Promise<LibraryItem | null> {
    if (ref.configuration !== member.configuration) return null
    switch (ref.kind) {
      case 'movie':
      case 'series':
      case 'video':
        return titleItem(member, ref, ask)
      case 'season':
      case 'episode':
        return partItem(member, ref, ask)
      case 'library': {
        const { shelves } = await collections.of(member, ask.signal)
        const shelf = shelves.find(({ number }) => number === ref.number)
        return shelf ? make.libraryItem(member, shelf) : null
      }
      case 'genre':
      case 'studio':
      case 'person':
      case 'year':
        return namedItem(member, ref.kind, ref)
      default:
        return null
    }
  }

  /** Without asking a source for what a list or the history shows as well. */
  async function brief(
    member: Member,
    ref: ItemRef,
    collection: Collection,
    ask: Ask,
  ): Promise<LibraryItem | null> {
    if (ref.configuration !== member.configuration) return null
    if (!titleKinds.has(ref.kind)) return item(member, ref, ask)
    const found = await make.identityOfRef(ref)
    const title = found && collection.byText.get(found.identity.text)
    if (!title) return item(member, ref, ask)
    const [made] = await make.titleItems(member, collection, [
      { title, details: details.peek(member, title.identity) },
    ])
    return made ? briefly(made) : null
  }

  async function briefs(member: Member, refs: readonly ItemRef[], ask: Ask) {
    const collection = await collections.of(member, ask.signal)
    return Promise.all(refs.map((ref) => brief(member, ref, collection, ask)))
  }

  return { showTitle, seriesOf, requireSeries, item, briefs }
}
