import { AppError } from '../../core/errors.ts'
import { folded } from '../../core/folded-text.ts'
import { searchedWords } from '../../library/names.ts'
import { storedItemKey, storedKey, titleSpaceOf } from '../../model/history-key.ts'
import type { HistoryPart, HistoryStore } from '../../model/history-store.ts'
import type { User } from '../../model/household.ts'
import { isWatchedKind } from '../../model/item-ref.ts'
import type { ItemKind } from '../../model/item-ref.ts'
import type { PlayOrigin } from '../../model/play.ts'
import type { PlayFilter, PlayReader } from '../../model/play-filter.ts'
import type { PlayStore } from '../../model/play-store.ts'
import type { Ask } from '../library/deps.ts'
import type { ItemAccess } from '../library/item-access.ts'
import type { LibraryService } from '../library/service.ts'
import { readableProfiles, refuseApiKeys, requireReadable } from '../users/access.ts'

type Given<T> = T | null | undefined

/** What callers narrow plays and the history by; left out: does not matter. */
export type ActivityFilter = {
  readonly users?: Given<readonly string[]>
  readonly kinds?: Given<readonly ItemKind[]>
  /** Epoch milliseconds: the first that counts, and the first that does not. */
  readonly from?: Given<number>
  readonly to?: Given<number>
  readonly text?: Given<string>
  /** Id of a film or series, or of one of its episodes. */
  readonly title?: Given<string>
  readonly item?: Given<string>
  readonly finished?: Given<boolean>
  readonly favorite?: Given<boolean>
  readonly origin?: Given<PlayOrigin>
  readonly clients?: Given<readonly string[]>
  readonly devices?: Given<readonly string[]>
}

export type FilterDeps = {
  readonly history: Pick<HistoryStore, 'historyIdOf' | 'locate'>
  readonly plays: Pick<PlayStore, 'titlesNamed'>
  readonly items: Pick<ItemAccess, 'watchedPart'>
  readonly library: Pick<LibraryService, 'isLimited' | 'visibleKeys'>
}

const mostValues = 100
const longestText = 200

/**
 * Whose plays the caller may read, and which of them are asked for. Throws FORBIDDEN for API keys and for users whose
 * history is not the caller's to read, NOT_FOUND for an unknown title or item, BAD_REQUEST for a filter that is none.
 */
export async function readFilter(
  deps: FilterDeps,
  user: User,
  filter: ActivityFilter,
  ask: Ask,
): Promise<PlayFilter> {
  refuseApiKeys(user)
  requireSound(filter)
  const readers = await readersOf(deps, user, filter.users)
  const chosen = await titlesOf(deps, user, readers, filter, ask)
  return {
    readers,
    kinds: filter.kinds ?? null,
    from: filter.from ?? null,
    to: filter.to ?? null,
    ...chosen,
    finished: filter.finished ?? null,
    favorite: filter.favorite ?? null,
    origin: filter.origin ?? null,
    clients: filter.clients ?? null,
    devices: filter.devices ?? null,
  }
}

async function readersOf(
  { history }: FilterDeps,
  user: User,
  ids: Given<readonly string[]>,
): Promise<readonly PlayReader[]> {
  const profiles =
    ids == null ? readableProfiles(user) : [...new Set(ids)].map((id) => requireReadable(user, id))
  const owners = [...Map.groupBy(profiles, ({ historyOwner }) => historyOwner)]
  return Promise.all(
    owners.map(async ([ownerId, own]) => ({
      historyId: await history.historyIdOf(user.configuration, ownerId),
      profileIds: own.map(({ id }) => id),
    })),
  )
}

type Chosen = Pick<PlayFilter, 'titles' | 'items' | 'season' | 'except'>

async function titlesOf(
  deps: FilterDeps,
  user: User,
  readers: readonly PlayReader[],
  { text, title, item }: ActivityFilter,
  ask: Ask,
): Promise<Chosen> {
  const words = searchedWords(folded(text ?? ''))
  const isAny = words.length === 0 && !deps.library.isLimited(user)
  const all = isAny ? null : await deps.plays.titlesNamed(user.configuration, words)
  const named = all && (await deps.library.visibleKeys(user, all.keys))
  const except = all?.except ?? []
  const part = item == null ? null : await deps.items.watchedPart(user, item, ask)
  if (part !== null) requireWatched(part)
  const whole = title == null ? [] : [await deps.items.watchedPart(user, title, ask)]
  const keys = part === null ? whole : [part, ...whole]
  if (keys.length === 0) {
    const titles = named && new Map(readers.map(({ historyId }) => [historyId, named]))
    return { titles, items: null, season: null, except }
  }
  const found = readers.map(async ({ historyId }) => {
    const [located, ...others] = await deps.history.locate(historyId, keys)
    const { titleKey, itemKey } = located!
    const stored = storedKey(titleKey)
    const isOther = others.some((one) => storedKey(one.titleKey) !== stored)
    const isShown = !isOther && named?.includes(stored) !== false
    return { historyId, itemKey, titles: isShown ? [stored] : [] }
  })
  const chosen = await Promise.all(found)
  const exceptSpaces = keys.flatMap(({ kind }) => {
    const space = titleSpaceOf(kind) === 'movie' ? 'series' : 'movie'
    const titleKeys = new Set(chosen.flatMap(({ titles }) => titles))
    return [...titleKeys].map((titleKey) => ({ space, titleKey }) as const)
  })
  return { ...partsOf(part, chosen), except: [...except, ...exceptSpaces] }
}

type Located = {
  readonly historyId: number
  readonly itemKey: string
  readonly titles: readonly string[]
}

function partsOf(part: HistoryPart | null, chosen: readonly Located[]): Omit<Chosen, 'except'> {
  const titles = new Map(chosen.map((one) => [one.historyId, one.titles]))
  const isWhole = part === null || part.kind === 'series' || titleSpaceOf(part.kind) === 'movie'
  if (isWhole) return { titles, items: null, season: null }
  const { kind, season } = part
  if (kind === 'season' && season !== null) return { titles, items: null, season }
  const items = chosen.map(({ historyId, itemKey, titles: shown }) => {
    return [historyId, shown.map(() => storedItemKey({ kind, itemKey }))] as const
  })
  return { titles: null, items: new Map(items), season: null }
}

function requireWatched({ kind }: HistoryPart): void {
  if (isWatchedKind(kind)) return
  throw new AppError(
    'BAD_REQUEST',
    'filter.item must be the id of a film, a video, an episode, a season or a series.',
  )
}

function requireSound(filter: ActivityFilter): void {
  const { from, to, text } = filter
  if (from != null && to != null && from >= to) {
    throw new AppError('BAD_REQUEST', 'filter.from must be before filter.to.')
  }
  if (text != null && text.length > longestText) {
    throw new AppError('BAD_REQUEST', `filter.text may have up to ${longestText} characters.`)
  }
  for (const name of ['users', 'kinds', 'clients', 'devices'] as const) {
    if ((filter[name]?.length ?? 0) <= mostValues) continue
    throw new AppError('BAD_REQUEST', `filter.${name} may have up to ${mostValues} values.`)
  }
}
