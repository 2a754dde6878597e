import { watchedKeyOf, watchedKeysOf, titlesByHistory } from '../../library/lookup.ts'
import { unseen } from '../../library/order.ts'
import type { Seen } from '../../library/order.ts'
import type { Title } from '../../library/title.ts'
import { titleSpaceOf } from '../../model/history-key.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemKind } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { EntryQuery } from '../../model/history-store.ts'
import type { WatchEntry, WatchState } from '../../model/watch.ts'
import type { HistoryService } from '../history/service.ts'
import { aliasesOf } from '../../history/keys.ts'
import type { Collection } from './titles/collection.ts'
import type { LibraryDeps } from './deps.ts'

const maxEntries = 50_000
/** Series whose other ids and episodes are read for one list. */
export const maxSeries = 200

type EntryPage = Pick<EntryQuery, 'order' | 'descending' | 'start' | 'limit'>

const latestFirst: EntryPage = {
  order: 'lastPlayedAt',
  descending: true,
  start: 0,
  limit: maxEntries,
}

export const anyEntry: EntryQuery = {
  kinds: null,
  played: null,
  resumable: null,
  favorite: null,
  liked: null,
  titleKeys: null,
  ...latestFirst,
}

export function entryQueryOf(
  { played, resumable, favorite, liked }: ItemQuery,
  kinds: readonly ItemKind[],
  page: EntryPage = latestFirst,
): EntryQuery {
  const wanted = (value: boolean | null): true | null => (value === true ? true : null)
  return {
    ...anyEntry,
    kinds,
    played: wanted(played),
    resumable: wanted(resumable),
    favorite: wanted(favorite),
    liked,
    ...page,
  }
}

export function titleKeysOf({ identity, meta }: Title): readonly string[] {
  return [identity.key, ...aliasesOf(identity.key, meta.ids)]
}

const remembered = new WeakMap<Collection, ReturnType<typeof titlesByHistory>>()
/** Of titles that share an id, which may be all that a source lists, the one that a collection has. */
const chosen = new WeakMap<Collection, Map<string, Title | undefined>>()

/** A listed title by any id that the history may have: of several, the first that is in the collection. */
function knownTitle(collection: Collection, id: string): Title | undefined {
  const all = collection.whole ?? collection
  const known = remembered.get(all) ?? titlesByHistory(all.titles, titleKeysOf)
  remembered.set(all, known)
  const own = ({ identity }: Title) => collection.byText.get(identity.text)
  const found = known.get(id)
  if (!found || 'identity' in found) return found && own(found)
  const choices = chosen.get(collection) ?? new Map<string, Title | undefined>()
  chosen.set(collection, choices)
  if (!choices.has(id)) choices.set(id, found.map(own).find(Boolean))
  return choices.get(id)
}

export function titleOfKey(collection: Collection, kind: ItemKind, key: string): Title | undefined {
  return knownTitle(collection, watchedKeyOf(kind, key))
}

export function titleOfItem(collection: Collection, { kind, key, series }: LibraryItem) {
  return titleOfKey(collection, kind, series?.key ?? key)
}

export type SeenTitle = Seen & Pick<WatchState, 'likes' | 'positionMs'>

const untouched: SeenTitle = { ...unseen, likes: null, positionMs: 0 }

/** What the user did with titles, by history id: for sorting and for leaving out played ones. */
export async function seenTitles(
  history: Pick<HistoryService, 'entries' | 'progress'>,
  user: User,
): Promise<ReadonlyMap<string, SeenTitle>> {
  const [entries, begun] = await Promise.all([
    history.entries(user, anyEntry),
    history.progress(user, { titleKeys: null, since: null, limit: maxSeries }),
  ])
  const seen = new Map<string, SeenTitle>()
  for (const entry of entries) {
    const id = watchedKeyOf(entry.kind, entry.titleKey)
    seen.set(id, seenWith(seen.get(id) ?? untouched, entry))
  }
  for (const { titleKey, aliases } of begun) {
    const own = seen.get(watchedKeyOf('series', titleKey))
    for (const key of aliases) {
      const id = watchedKeyOf('series', key)
      if (own && !seen.has(id)) seen.set(id, own)
    }
  }
  return seen
}

function seenWith(before: SeenTitle, entry: WatchEntry): SeenTitle {
  // Only a series' own entry marks it as a favourite; its episodes say when it was last seen.
  const own = entry.kind !== 'episode' && entry.kind !== 'season'
  return {
    lastPlayedAt: Math.max(before.lastPlayedAt, entry.lastPlayedAt ?? 0),
    playCount: before.playCount + entry.playCount,
    played: before.played || (own && entry.played),
    favorite: before.favorite || (own && entry.favorite),
    likes: own ? (entry.likes ?? before.likes) : before.likes,
    positionMs: own ? Math.max(before.positionMs, entry.positionMs) : before.positionMs,
  }
}

/** The same per title; asks the history for titles whose ids no catalog names. */
export async function seenReader(
  { history, details, make }: Pick<LibraryDeps, 'history' | 'details' | 'make'>,
  user: User,
  collection: Collection,
  titles: readonly Title[],
): Promise<(title: Title) => SeenTitle> {
  const seen = await seenTitles(history, user)
  const idOf = (title: Title): string | undefined =>
    watchedKeysOf(title, titleKeysOf(title)).find((id) => seen.has(id))
  const found = new Map(titles.map((title) => [title, seen.get(idOf(title) ?? '')]))
  const strange = new Set(
    [...seen.keys()].filter((id) => !knownTitle(collection, id)).map((id) => id.split(' ', 1)[0]),
  )
  const unsure = titles.filter(
    (title) => !found.get(title) && strange.has(titleSpaceOf(title.kind)),
  )
  const shown = unsure.map((title) => ({ title, details: details.peek(user, title.identity) }))
  const items = await make.titleItems(user, collection, shown)
  const states = await history.states(user, items)
  const stateOf = new Map(items.map(({ kind, key }, index) => [`${kind} ${key}`, states[index]!]))
  for (const title of unsure) {
    const state = stateOf.get(`${title.kind} ${title.identity.key}`)
    if (state) found.set(title, seenFrom(state))
  }
  return (title) => found.get(title) ?? untouched
}

export function seenFrom(state: WatchState): SeenTitle {
  const { lastPlayedAt, playCount, played, favorite, likes, positionMs } = state
  return { lastPlayedAt: lastPlayedAt ?? 0, playCount, played, favorite, likes, positionMs }
}
