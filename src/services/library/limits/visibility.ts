import { identityOf } from '../../../library/identity.ts'
import { kindOf } from '../../../library/kind.ts'
import { titleRuleOf } from '../../../library/limits.ts'
import type { Title } from '../../../library/title.ts'
import { folded } from '../../../core/folded-text.ts'
import { nameKinds } from '../../../model/item-ref.ts'
import type { NameKind } from '../../../model/item-ref.ts'
import { formatMediaId, parseMediaId } from '../../../model/media-id.ts'
import type { WatchEntry } from '../../../model/watch.ts'
import { titleIdsOf } from '../../../search/embedded-streams.ts'
import type { ItemReader, LibraryDeps } from '../deps.ts'
import { isNamed, keyed } from './limited.ts'
import { genresOf, isGenreLeft } from './visible-titles.ts'
import type { createTitleGates, TitleGate } from './visible-titles.ts'

type TitleQuestion = { readonly type: string; readonly id: string }

/** Questions of others, which show titles without the library: what of them this user may see. */
export function createVisibility(
  { collections, details }: Pick<LibraryDeps, 'collections' | 'details'>,
  gates: ReturnType<typeof createTitleGates>,
  depsFor: (reader: ItemReader) => LibraryDeps,
) {
  /** By the keys of the history, in their order. */
  async function mayKeys(
    reader: ItemReader,
    keys: readonly string[],
    ofTitles: (places: readonly number[]) => Promise<readonly boolean[]>,
  ): Promise<readonly boolean[]> {
    const deps = depsFor(reader)
    const names = keys.map(readNameKey)
    const places = [...keys.keys()].filter((place) => names[place] === null)
    const titles = (await ofTitles(places)).values()
    return Promise.all(
      names.map(async (name) =>
        name ? isNamed(deps, reader, name.kind, name.name) : titles.next().value!,
      ),
    )
  }

  /** Its title is known by its own answer: every one that names the video, or might, must be open to the user. */
  async function mayVideo(
    reader: ItemReader,
    gate: TitleGate,
    { type, id }: TitleQuestion,
  ): Promise<boolean> {
    const kind = kindOf(type)
    const own = titleIdsOf(id).filter((titleId) => titleId !== id)
    const answers = await Promise.all(
      own.map(async (titleKey) => {
        const identity = identityOf({ id: titleKey, type, ids: {} }, () => null)
        const title = await details.of(reader, identity, type, { guess: true })
        const isNamed = title?.meta.videos.some((video) => video.id === id) ?? false
        if (title !== null && !isNamed) return 'other'
        const key = { kind, titleKey, type }
        if (await gate.mayKey(key)) return isNamed ? 'open' : 'other'
        return title === null && gate.isUndescribed(key) ? 'other' : 'closed'
      }),
    )
    return answers.includes('open') && !answers.includes('closed')
  }

  return {
    /** Whether there is a title that the user may not watch. */
    isLimited: ({ profile }: Pick<ItemReader, 'profile'>): boolean =>
      titleRuleOf(profile.limits) !== null,

    /** A film, series, episode or other video by the id of a source. */
    async maySee(reader: ItemReader, { type, id }: TitleQuestion): Promise<boolean> {
      const gate = gates(reader)
      if (!gate) return true
      const asked = parseMediaId(id)
      const titleKey = formatMediaId({ ...asked, season: null, episode: null })
      const kind = kindOf(type)
      await collections.of(reader, AbortSignal.timeout(catalogsWaitMs))
      const key = { kind, titleKey, type }
      if (await gate.mayKey(key)) return true
      const isVideo = asked.space === 'opaque' && gate.isUndescribed(key)
      return isVideo && mayVideo(reader, gate, { type, id })
    },

    async visibleTitles<T extends Title>(
      reader: ItemReader,
      titles: readonly T[],
    ): Promise<readonly T[]> {
      return (await gates(reader)?.ofTitles(titles)) ?? titles
    },

    async visibleEntries<T extends Pick<WatchEntry, 'kind' | 'titleKey' | 'item'>>(
      reader: ItemReader,
      entries: readonly T[],
    ): Promise<readonly T[]> {
      const gate = gates(reader)
      if (!gate) return entries
      const keys = entries.map(({ titleKey }) => titleKey)
      const may = await mayKeys(reader, keys, (places) =>
        gate.ofKeys(places.map((place) => keyed(entries[place]!))),
      )
      return entries.filter((_, index) => may[index])
    },

    /** Whether a genre is one that the user may watch something of, as far as catalogs say. */
    async genresLeft(reader: ItemReader): Promise<(genre: string) => boolean> {
      const gate = gates(reader)
      if (!gate) return () => true
      const all = await collections.of(reader, AbortSignal.timeout(catalogsWaitMs))
      const left = genresOf(await gate.visible(all))
      const known = genresOf(all)
      return (genre) => isGenreLeft(gate.rule, folded(genre), known, left)
    },

    /** For titles by their stored keys, both films and series. */
    async visibleKeys(reader: ItemReader, keys: readonly string[]): Promise<readonly string[]> {
      const gate = gates(reader)
      if (!gate) return keys
      const may = await mayKeys(reader, keys, (places) =>
        gate.ofBareKeys(places.map((place) => keys[place]!)),
      )
      return keys.filter((_, index) => may[index])
    },
  }
}

const catalogsWaitMs = 6_000

/** Genres, studios, people and years that somebody has marked. */
function readNameKey(key: string): { readonly kind: NameKind; readonly name: string } | null {
  const kind = nameKinds.find((one) => key.startsWith(`${one}:`))
  return kind ? { kind, name: key.slice(kind.length + 1) } : null
}
