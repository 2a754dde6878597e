import type { SameTitle } from '../../../library/identity.ts'
import { weightOf } from '../../../library/title-weight.ts'
import { createTitle } from '../../../library/title.ts'
import type { Title } from '../../../library/title.ts'
import type { SourceClient } from '../../../model/source-client.ts'
import type { Catalog } from './catalogs.ts'

export type CatalogReader = {
  readonly client: Pick<SourceClient, 'catalog'>
  readonly sameTitle: SameTitle
}

type Reading = {
  readonly maxItems: number
  /** The only one to read; absent: the whole catalog. */
  readonly genre?: string
  readonly into: Title[]
  readonly added: (weight: number) => void
  readonly hasRoom: () => boolean
}

/** For one reading of a catalog, whatever its source lists. */
const mostPages = 2_000
const mostBytes = 128 * 2 ** 20
const mostMs = 600_000

export async function readCatalog(
  { client, sameTitle }: CatalogReader,
  { source, type, id, canSkip }: Catalog,
  { maxItems, genre, into, added, hasRoom }: Reading,
): Promise<void> {
  const seen = new Set<string>()
  const endsAt = Date.now() + mostMs
  let [skip, bytes] = [0, 0]
  for (let pages = 0; pages < mostPages; pages++) {
    const extra = { ...(genre !== undefined && { genre }), ...(skip > 0 && { skip: String(skip) }) }
    const page = await client.catalog(source, type, id, extra)
    const before = into.length
    for (const meta of page.value) {
      const title = createTitle(meta, sameTitle)
      if (seen.has(title.identity.text) || into.length >= maxItems) continue
      seen.add(title.identity.text)
      into.push(title)
      added(weightOf(meta))
    }
    // Sources count what they list, including unreadable entries.
    skip += page.entries ?? page.value.length
    bytes += page.bytes ?? 0
    if (!canSkip || into.length === before || into.length >= maxItems) return
    if (bytes >= mostBytes || Date.now() >= endsAt || !hasRoom()) return
  }
}
