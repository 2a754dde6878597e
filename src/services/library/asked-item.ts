import { episodeItem, episodeName } from '../../library/items/part-items.ts'
import { refOf } from '../../library/items/bare-item.ts'
import { identityOf } from '../../library/identity.ts'
import type { Identity } from '../../library/identity.ts'
import { kindOf } from '../../library/kind.ts'
import { formatMediaId, parseMediaId } from '../../model/media-id.ts'
import type { MediaId } from '../../model/media-id.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import { untouched } from '../../model/watch.ts'
import type { WatchEntry } from '../../model/watch.ts'
import type { Ask, ItemReader, LibraryDeps } from './deps.ts'
import { findItem, findSeries } from './single-items.ts'

export type AskedMedia = {
  /** As sources are asked for streams. */
  readonly type: string
  readonly id: string
}

/** Whether the id says what it is a part of: an episode with an id of its source's own does not. */
export function namesTitle({ type, id }: AskedMedia): boolean {
  return kindOf(type) !== 'series' || parseMediaId(id).episode !== null
}

/** A film or an episode by the id that streams are asked for with; null where no source knows it, or `namesTitle` is false. */
export async function askedItem(
  deps: LibraryDeps,
  reader: ItemReader,
  asked: AskedMedia,
  ask: Ask,
): Promise<LibraryItem | null> {
  if (!namesTitle(asked)) return null
  const id = parseMediaId(asked.id)
  const kind = kindOf(asked.type)
  const { space, number: own, text } = identityOfAsked(asked, id)
  const named = `title:${text}`
  const number = own ?? (await deps.names.numbersOf([named], reader.configuration)).get(named)
  if (number === undefined) return null
  const ref = refOf(reader, kind, space, number)
  if (kind !== 'series') return findItem(deps, reader, ref, ask)
  const series = await findSeries(deps, reader, ref, ask)
  const episodes = (series?.details?.seasons ?? []).flatMap((season) => season.episodes)
  const found =
    episodes.find(({ video }) => video.id === asked.id) ??
    episodes.find(({ season, episode }) => season === (id.season ?? 1) && episode === id.episode)
  return series && found ? episodeItem(series.item, found) : null
}

/** An item from its id and name alone, for titles that no source describes. Asks no source. */
export async function bareAskedItem(
  { make }: Pick<LibraryDeps, 'make'>,
  reader: ItemReader,
  asked: AskedMedia & { readonly name: string },
): Promise<LibraryItem | null> {
  return namesTitle(asked) ? make.watchedItem(reader, entryOf(asked)) : null
}

function entryOf({ type, id: raw, name }: AskedMedia & { readonly name: string }): WatchEntry {
  const id = parseMediaId(raw)
  const isEpisode = kindOf(type) === 'series'
  const episode = isEpisode ? id.episode : null
  return {
    ...untouched,
    rowId: 0,
    storedKey: '',
    itemKey: formatMediaId(id),
    titleKey: identityOfAsked({ type, id: raw }, id).key,
    kind: isEpisode ? 'episode' : kindOf(type),
    season: isEpisode ? (id.season ?? 1) : null,
    episode,
    sortAt: 0,
    origin: 'local',
    tracker: null,
    item: {
      name: episode === null ? name : episodeName({ title: null }, episode),
      mediaType: type,
      year: null,
      seriesName: isEpisode ? name : null,
      runtimeMs: null,
      primary: null,
      backdrop: null,
      seriesPrimary: null,
    },
  }
}

function identityOfAsked({ type }: AskedMedia, id: MediaId): Identity {
  const whole = formatMediaId({ ...id, season: null, episode: null })
  return identityOf({ id: whole, type, ids: {} }, () => null)
}
