import { parseMediaId } from '../../model/media-id.ts'
import type { SourceVideo } from '../../model/source-meta.ts'
import { isRecord, type JsonRecord } from '../../core/json.ts'
import { readStreams } from './answer.ts'
import { counterOf, textOf, timeOf, webAddressOf } from '../read-value.ts'

export const maxVideos = 20_000

const maxText = 500
const maxOverview = 5_000

/** An id is made from the numbers where it has none; null where it has neither. */
export function readVideo(own: unknown, titleId: string, maxStreams = 0): SourceVideo | null {
  if (!isRecord(own)) return null
  const written = textOf(own['id'], maxText)
  const numbers = numbersOf(own, written)
  const { season, episode } = numbers
  const streams = readStreams(own['streams'], maxStreams)
  if (written === null && (season === null || episode === null)) return null
  return {
    id: written ?? `${titleId}:${season}:${episode}`,
    title: textOf(own['title'], maxText) ?? textOf(own['name'], maxText),
    ...numbers,
    released: timeOf(own['released']) ?? timeOf(own['firstAired']),
    overview: textOf(own['overview'], maxOverview) ?? textOf(own['description'], maxOverview),
    thumbnail: webAddressOf(own['thumbnail']),
    runtime: runtimeOf(own['runtime']),
    ...(streams.length > 0 && { streams }),
    ...(own['filler'] === true && { filler: true }),
    ...(own['recap'] === true && { recap: true }),
  }
}

type Numbers = Pick<SourceVideo, 'season' | 'episode'>

function numbersOf(own: JsonRecord, id: string | null): Numbers {
  const season = counterOf(own['season'])
  const episode = counterOf(own['episode']) ?? counterOf(own['number'])
  if (season !== null || episode !== null || id === null) return { season, episode }
  const written = parseMediaId(id)
  return { season: written.season, episode: written.episode }
}

/** Minutes from `49 min`, `1h 54min`, `1 h 54`, `PT1H54M`, `1:54:00`, `114` or a number. */
export function runtimeOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : (textOf(value, 40) ?? '')
  const match =
    /^(?:pt)?(?:(\d{1,2})\s*h[a-z]*\.?\s*)?(?:(\d{1,4})\s*(?:m[a-z]*\.?)?)?$/i.exec(text) ??
    /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(text)
  const minutes = Number(match?.[1] ?? 0) * 60 + Number(match?.[2] ?? 0)
  return minutes > 0 && minutes <= 6_000 ? minutes : null
}
