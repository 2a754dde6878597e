import type { SourceMeta } from '../../model/source-meta.ts'
import { isRecord, listOf, recordOf, textOf, textsOf } from '../json.ts'

const maxNames = 50
const maxEpisodes = 20_000

/** Reads the `meta` answer of a source; null where it does not know the title. */
export function readMeta(json: unknown): SourceMeta | null {
  const meta = recordOf(json)['meta']
  if (!isRecord(meta)) return null
  const name = textOf(meta['name'], 500) ?? textOf(meta['title'], 500)
  if (name === null) return null
  const originals = ['originalName', 'originalTitle', 'original_name', 'original_title']
  const aliases = [
    ...originals.flatMap((key) => textOf(meta[key], 500) ?? []),
    ...textsOf(meta['aliases'], 500),
  ]
  return {
    id: textOf(meta['id']) ?? '',
    type: textOf(meta['type']) ?? '',
    name,
    aliases: [...new Set(aliases)].filter((alias) => alias !== name).slice(0, maxNames),
    ...yearsOf(meta['releaseInfo'], meta['year'], meta['released']),
    runtime: runtimeOf(meta['runtime']),
    genres: [...textsOf(meta['genres']), ...textsOf(meta['genre'])].slice(0, maxNames),
    imdbId: /^tt\d{1,12}$/.exec(textOf(meta['imdb_id']) ?? '')?.[0] ?? null,
    tmdbId: numberTextOf(meta['moviedb_id']),
    episodes: listOf(meta['videos'])
      .slice(0, maxEpisodes)
      .flatMap((video) => {
        const { season, episode, number } = recordOf(video)
        const counter = episode ?? number
        return isCounter(season) && isCounter(counter) ? [{ season, episode: counter }] : []
      }),
  }
}

function numberTextOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : textOf(value)
  return /^[1-9]\d{0,11}$/.exec(text ?? '')?.[0] ?? null
}

function isCounter(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** `1999`, `2008-2013`, `2019–`; the first of the fields that begins with a year counts. */
function yearsOf(...fields: readonly unknown[]): Pick<SourceMeta, 'year' | 'endYear'> {
  for (const field of fields) {
    const text = typeof field === 'number' ? String(field) : (textOf(field, 40) ?? '')
    const match = /^((?:18|19|20|21)\d\d)(?!\d)(?:\s*[-–—]\s*((?:18|19|20|21)\d\d)$)?/.exec(text)
    if (match) {
      const year = Number(match[1])
      const end = match[2] === undefined ? null : Number(match[2])
      return { year, endYear: end !== null && end >= year ? end : null }
    }
  }
  return { year: null, endYear: null }
}

/** Minutes from `49 min`, `1h 54min`, `1 h 54`, `PT1H54M`, `1:54:00`, `114` or a number. */
function runtimeOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : (textOf(value, 40) ?? '')
  const match =
    /^(?:pt)?(?:(\d{1,2})\s*h[a-z]*\.?\s*)?(?:(\d{1,4})\s*(?:m[a-z]*\.?)?)?$/i.exec(text) ??
    /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(text)
  const minutes = Number(match?.[1] ?? 0) * 60 + Number(match?.[2] ?? 0)
  return minutes > 0 && minutes <= 6_000 ? minutes : null
}
