import { createFilter } from '../../../library/filter.ts'
import { everything } from '../../../model/item-query.ts'
import { nameKinds } from '../../../model/item-ref.ts'
import type { ItemKind, NameKind } from '../../../model/item-ref.ts'
import type { WatchEntry } from '../../../model/watch.ts'
import type { ItemReader, LibraryDeps } from '../deps.ts'
import { openedElsewhere, openedFacts } from '../lists/opened.ts'
import type { TitleGate } from './visible-titles.ts'
import { anyEntry } from '../watched.ts'

/**
 * What the library is made of, for a user who may not watch everything: the only access to titles, their details and
 * what the history says of them are left out, so that no list has to.
 */
export function limitedDeps(deps: LibraryDeps, reader: ItemReader, gate: TitleGate): LibraryDeps {
  const { collections, details, snapshots, make } = deps
  const own: LibraryDeps = {
    ...deps,
    isLimited: true,

    collections: {
      ...collections,
      async of(household, signal) {
        return gate.visible(await collections.of(household, signal))
      },
      peek(household) {
        const all = collections.peek(household)
        return all && gate.visibleNow(all)
      },
    },

    details: {
      async of(household, identity, type, asking) {
        if (!(await gate.may({ identity, type }))) return null
        const found = await details.of(household, identity, type, asking)
        return found && gate.admits({ identity, type }, found.meta) ? found : null
      },
      peek(household, identity) {
        const found = details.peek(household, identity)
        if (!found || !gate.fits(found.meta)) return null
        return gate.isKnownAs({ identity, type: found.meta.type }) ? found : null
      },
      reopen: (household) => details.reopen(household),
      isWhole: (household, identity) => details.isWhole(household, identity),
      openedOf: (household) =>
        new Map(
          [...details.openedOf(household)].filter(
            ([, opened]) => gate.isKnownAs(opened) && gate.fits(opened.details.meta),
          ),
        ),
    },

    snapshots: {
      ...snapshots,
      ofGenre: async (...asked) => gate.ofTitles(await snapshots.ofGenre(...asked)),
      search: async (...asked) => gate.ofTitles(await snapshots.search(...asked)),
    },

    make: {
      ...make,
      titleItems: (household, collection, shown) =>
        make.titleItems(household, collection?.whole ?? collection, gate.onlyKnown(shown)),
      async titleRefs(household, titles) {
        const may = await gate.ofKeys(
          titles.map(({ kind, type, identity }) => ({ kind, type, titleKey: identity.key })),
        )
        const refs = await make.titleRefs(household, titles)
        return refs.map((ref, index) => (may[index] ? ref : null))
      },
      async watchedItem(household, entry) {
        const [may] = await gate.ofKeys([keyed(entry)])
        return may ? make.watchedItem(household, entry) : null
      },
    },

    history: limitedHistory(deps, gate, (kind, name) => isNamed(own, reader, kind, name)),

    names: {
      ...deps.names,
      async textOf(number) {
        const text = await deps.names.textOf(number)
        const kind = nameKinds.find((one) => text?.startsWith(`${one}:`))
        if (text === null || kind === undefined) return text
        return (await isNamed(own, reader, kind, text.slice(kind.length + 1))) ? text : null
      },
    },
  }
  return own
}

type IsNamed = (kind: NameKind, name: string) => Promise<boolean>

function limitedHistory(
  { history }: LibraryDeps,
  gate: TitleGate,
  isNamedLeft: IsNamed,
): LibraryDeps['history'] {
  const entries: LibraryDeps['history']['entries'] = async (user, query) => {
    const all = await history.entries(user, { ...query, start: 0, limit: anyEntry.limit })
    const left = await visibleEntries(gate, all, isNamedLeft)
    return left.slice(query.start, query.limit === null ? undefined : query.start + query.limit)
  }
  return {
    ...history,
    entries,
    count: async (user, query) => (await entries(user, { ...query, start: 0, limit: null })).length,
    async progress(user, page) {
      // Hidden series must not make a page shorter.
      for (let limit = page.limit; ; limit *= 2) {
        const all = await history.progress(user, { ...page, limit })
        const may = await gate.ofKeys(
          all.map(({ titleKey }) => ({ kind: 'series', titleKey, type: 'series' })),
        )
        const left = all.filter((_, index) => may[index])
        if (left.length >= page.limit || all.length < limit) return left.slice(0, page.limit)
      }
    },
    episodesOf: async (user, keys) =>
      visibleEntries(gate, await history.episodesOf(user, keys), isNamedLeft),
  }
}

async function visibleEntries<T extends WatchEntry>(
  gate: TitleGate,
  entries: readonly T[],
  isNamedLeft: IsNamed,
): Promise<readonly T[]> {
  const may = await gate.ofKeys(entries.map(keyed))
  const left = await Promise.all(
    entries.map(async (entry, index) =>
      isNameKind(entry.kind) ? isNamedLeft(entry.kind, entry.item.name) : may[index],
    ),
  )
  return entries.filter((_, index) => left[index])
}

export async function isNamed(
  deps: LibraryDeps,
  reader: ItemReader,
  kind: NameKind,
  name: string,
): Promise<boolean> {
  const collection = await deps.collections.of(reader, AbortSignal.timeout(namesWaitMs))
  const request = { deps, user: reader, collection }
  const { ofTitle } = openedFacts(request)
  const has = createFilter({ ...everything, within: { kind, name } })
  const isOffered =
    kind === 'genre' &&
    collection.libraries.some(({ catalog }) => catalog.genre?.options.includes(name))
  return (
    isOffered ||
    [...collection.titles, ...openedElsewhere(request)].some((title) => has(ofTitle(title)))
  )
}

const namesWaitMs = 15_000

function isNameKind(kind: ItemKind): kind is NameKind {
  return nameKinds.some((name) => name === kind)
}

export function keyed({ kind, titleKey, item }: Pick<WatchEntry, 'kind' | 'titleKey' | 'item'>) {
  return { kind, titleKey, type: item.mediaType }
}
