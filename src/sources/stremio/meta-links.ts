import type { SourceLink } from '../../model/source-meta.ts'
import { listOf, recordOf } from '../../core/json.ts'
import { textOf, webAddressOf } from '../read-value.ts'
import { categoryOf } from './meta-names.ts'

const maxRead = 500
const maxLinks = 100
const maxText = 200
const maxAddress = 2_000
/** What a title says of these is read from its links, and written anew. */
const readElsewhere: ReadonlySet<string> = new Set([
  'imdb',
  'genres',
  'cast',
  'directors',
  'writers',
])
const insidePlayer =
  /^stremio:\/\/\/(?:search\?search=[^&#\s]+|detail\/[^/?#\s]+\/[^/?#\s]+(?:\/[^/?#\s]+)?)$/

/** Links to the web, and in players to a search or a title: an address of a source's own is none of theirs. */
export function linksOf(value: unknown): readonly SourceLink[] {
  return listOf(value)
    .slice(0, maxRead)
    .flatMap((entry) => {
      const own = recordOf(entry)
      const name = textOf(own['name'], maxText)
      const category = textOf(own['category'], maxText)
      const url = webAddressOf(own['url']) ?? playerAddressOf(own['url'])
      if (name === null || category === null || url === null) return []
      return readElsewhere.has(categoryOf(category)) ? [] : { name, category, url }
    })
    .slice(0, maxLinks)
}

function playerAddressOf(value: unknown): string | null {
  const address = textOf(value, maxAddress)
  return address !== null && insidePlayer.test(address) ? address : null
}
