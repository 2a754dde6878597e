import { isRecord, parseJson } from '../../core/json.ts'
import type { AnimeRecord, EntryIdType } from './record.ts'
import { SourceShapeError } from './record.ts'
import { animeType, singleId, slug, title, year } from './values.ts'

const newline = 0x0a

const page = /^https?:\/\/(?:www\.)?([a-z.-]+)\/(?:anime\/)?([^/?#]+)$/

const idTypeOfSite: ReadonlyMap<string, EntryIdType> = new Map([
  ['anidb.net', 'anidbId'],
  ['myanimelist.net', 'malId'],
  ['anilist.co', 'anilistId'],
  ['kitsu.app', 'kitsuId'],
  ['kitsu.io', 'kitsuId'],
  ['livechart.me', 'livechartId'],
  ['anisearch.com', 'anisearchId'],
  ['anime-planet.com', 'animePlanetId'],
  ['notify.moe', 'notifyMoeId'],
  ['simkl.com', 'simklId'],
  ['animecountdown.com', 'animecountdownId'],
])

export function* readManami(bytes: Buffer): Generator<AnimeRecord | null> {
  let from = 0
  while (from < bytes.length) {
    const end = bytes.indexOf(newline, from)
    const line = bytes.toString('utf8', from, end < 0 ? bytes.length : end).trim()
    const first = from === 0
    from = end < 0 ? bytes.length : end + 1
    if (line === '') continue
    const row = parseLine(line)
    if (first && isRecord(row) && !Array.isArray(row['sources'])) {
      if (Array.isArray(row['data']))
        throw new SourceShapeError('is the JSON file; use the JSONL one')
      continue
    }
    yield readRow(row)
  }
}

function parseLine(line: string): unknown {
  const row = parseJson(line)
  if (row !== undefined) return row
  throw new SourceShapeError('has a line that is not JSON; it may be only half downloaded')
}

function readRow(row: unknown): AnimeRecord | null {
  if (!isRecord(row) || !Array.isArray(row['sources'])) return null
  const season = row['animeSeason']
  return {
    ids: entryIds(row['sources']),
    title: title(row['title']),
    type: animeType(row['type']),
    year: isRecord(season) ? year(season['year']) : null,
  }
}

/** Two pages of one site mean that the site splits what others count as one: then its id names no entry. */
function entryIds(addresses: readonly unknown[]): AnimeRecord['ids'] {
  const found = new Map<EntryIdType, number | string | null>()
  for (const address of addresses.slice(0, 100)) {
    if (typeof address !== 'string' || address.length > 500) continue
    const [, site = '', text = ''] = page.exec(address) ?? []
    const type = idTypeOfSite.get(site)
    if (type === undefined) continue
    const id = type === 'animePlanetId' || type === 'notifyMoeId' ? slug(text) : singleId(text)
    found.set(type, found.has(type) ? null : id)
  }
  return Object.fromEntries([...found].filter(([, id]) => id !== null))
}
