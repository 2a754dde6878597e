import { detached } from '../../core/cut-text.ts'
import { listOf, recordOf } from '../../core/json.ts'
import { known } from '../../core/known.ts'
import { textOf } from '../read-value.ts'

const maxLinks = 500
const maxEntries = 200
const maxLength = 200

/** Shared by most titles of catalogs: what they lack takes neither time nor memory. */
export const noNames: readonly string[] = []
const noLinks: LinkedNames = new Map()

export type LinkedNames = ReadonlyMap<string, readonly string[]>

const categories: Readonly<Record<string, string>> = {
  genre: 'genres',
  actor: 'cast',
  actors: 'cast',
  stars: 'cast',
  director: 'directors',
  writer: 'writers',
  creator: 'creators',
  producer: 'producers',
  studio: 'studios',
  network: 'studios',
  networks: 'studios',
  country: 'countries',
}

/** By category: `imdb`, `genres`, `cast`, `directors`, `writers`, `creators`, `producers`, `studios`, `countries` and others. */
export function readLinks(value: unknown): LinkedNames {
  if (!Array.isArray(value) || value.length === 0) return noLinks
  const links = new Map<string, string[]>()
  for (const entry of value.slice(0, maxLinks)) {
    const { category, name } = recordOf(entry)
    const spelled = textOf(category, maxLength)?.toLowerCase()
    const text = textOf(name, maxLength)
    if (!spelled || !text) continue
    const key = categoryOf(spelled)
    const names = links.get(key)
    if (names) names.push(text)
    else links.set(key, [text])
  }
  return links
}

export function categoryOf(name: string): string {
  const spelled = name.toLowerCase()
  return known(categories, spelled) ?? spelled
}

export function linkedNames(links: LinkedNames, category: string): readonly string[] {
  return links.get(category) ?? noNames
}

/** From a list, or from comma-separated text. */
export function namesIn(value: unknown): readonly string[] {
  if (value === undefined || value === null) return noNames
  const entries =
    typeof value === 'string'
      ? value.slice(0, 10_000).split(',').slice(0, maxEntries).map(detached)
      : listOf(value)
  return entries.slice(0, maxEntries).flatMap((entry) => textOf(entry, maxLength) ?? [])
}

export function unique(texts: readonly string[], max: number): readonly string[] {
  if (texts.length === 0) return noNames
  const seen = new Map<string, string>()
  for (const text of texts) {
    const key = text.toLowerCase()
    if (seen.size < max && !seen.has(key)) seen.set(key, text)
  }
  return [...seen.values()]
}
