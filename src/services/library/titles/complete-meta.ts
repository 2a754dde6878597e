import { setImmediate } from 'node:timers/promises'
import { mergeVideos } from '../../../library/merge-videos.ts'
import { fillMeta } from '../../../library/title.ts'
import type { IdTranslator } from '../../../model/id-translator.ts'
import { animeSpaces, formatMediaId, parseMediaId } from '../../../model/media-id.ts'
import type { MediaId } from '../../../model/media-id.ts'
import type { SourceMeta, SourceVideo } from '../../../model/source-meta.ts'
import { translateOnce } from '../../../search/translate-once.ts'

type Numbering = Pick<MediaId, 'space' | 'value'>

/** A series of which none of these is in an anime database is no anime. */
const firstVideos = 3
const videosAtOnce = 100

/** What the answers say together: the first one that says something of a part or an episode is right. Null: none says anything. */
export async function completeMeta(
  translators: readonly IdTranslator[],
  answers: readonly SourceMeta[],
  type: string,
): Promise<SourceMeta | null> {
  let whole = answers[0] ?? null
  for (const next of answers.slice(1)) {
    if (!whole) break
    const { videos, isPlaced } = await numberedAs(translators, whole.videos, next.videos, type)
    const merged = mergeVideos(whole.videos, videos, isPlaced)
    const filled: SourceMeta = fillMeta(whole, next)
    whole = merged === whole.videos ? filled : { ...filled, videos: merged }
  }
  return whole
}

type Numbered = { readonly videos: readonly SourceVideo[]; readonly isPlaced: boolean }

/** The videos under the numbers that the model's space has for them; those without one are left out. */
async function numberedAs(
  translators: readonly IdTranslator[],
  model: readonly SourceVideo[],
  videos: readonly SourceVideo[],
  type: string,
): Promise<Numbered> {
  const [wanted, own] = [numberingOf(model), numberingOf(videos)]
  if (!wanted || !own || (wanted.space === own.space && wanted.value === own.value)) {
    return { videos, isPlaced: false }
  }
  const place = (video: SourceVideo) => placeIn(translators, wanted, video, type)
  const first = await Promise.all(regular(videos).slice(0, firstVideos).map(place))
  const isOfEntry = animeSpaces.has(wanted.space) || animeSpaces.has(own.space)
  if (first.every((found) => found === null)) {
    return { videos: isOfEntry ? [] : videos, isPlaced: false }
  }
  const seasons = new Map(model.map(({ id, season }) => [id, season]))
  const placed: SourceVideo[] = []
  for (const [index, video] of videos.entries()) {
    // A long series must not hold up others.
    if (index > 0 && index % videosAtOnce === 0) await setImmediate()
    const found = await place(video)
    if (!found) continue
    const id = formatMediaId({ ...found, raw: undefined })
    const season = found.season ?? seasons.get(id) ?? model[0]!.season
    placed.push({ ...video, id, season, episode: found.episode })
  }
  return { videos: placed, isPlaced: true }
}

async function placeIn(
  translators: readonly IdTranslator[],
  { space, value }: Numbering,
  { id }: SourceVideo,
  type: string,
): Promise<MediaId | null> {
  const own = parseMediaId(id)
  // The anime database may be away.
  const found = await translateOnce(translators, own, type)([space]).catch(() => [])
  const isHere = (one: MediaId) => one.space === space && one.value === value
  return found.find((one) => isHere(one) && one.episode !== null) ?? null
}

/** Null where ids say nothing. */
function numberingOf(videos: readonly SourceVideo[]): Numbering | null {
  const found = regular(videos).map(({ id }) => parseMediaId(id))
  return found.find(({ space, episode }) => space !== 'opaque' && episode !== null) ?? null
}

function regular(videos: readonly SourceVideo[]): readonly SourceVideo[] {
  return videos.filter(({ season }) => season !== 0)
}
