import { identityOf } from '../../library/identity.ts'
import { isPart } from '../../library/catalogs/merge.ts'
import type { Title } from '../../library/title.ts'
import type { AddonTitle } from '../../model/addon.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import type { createDetailsReader, DetailsAsker } from '../library/titles/details.ts'
import type { CatalogPlan } from './plans.ts'

type DetailsReader = Pick<ReturnType<typeof createDetailsReader>, 'of'>

/** What the sources know of a title, under the id that was asked for; null where none knows it. */
export async function readTitle(
  details: DetailsReader,
  asker: DetailsAsker,
  { type, id }: { readonly type: string; readonly id: string },
): Promise<SourceMeta | null> {
  // The id as it is: an entry of an anime database is one season of the whole title.
  const identity = { ...identityOf({ id, type, ids: {} }, () => null), key: id }
  const found = await details.of(asker, identity, type)
  return found && { ...found.meta, id, type }
}

/**
 * Titles as a catalog shows them. IMDb ids wherever a source knows titles by them: those are the ids that other addons
 * and the user's history share.
 */
export function shownTitles(
  { manifests }: CatalogPlan,
  titles: readonly Title[],
): readonly AddonTitle[] {
  const takesImdb = new Map<string, boolean>()
  const isKnownByImdb = (type: string): boolean => {
    const known = takesImdb.get(type)
    if (known !== undefined) return known
    const takes = manifests.some(
      ({ source, manifest }) =>
        (source.resources?.includes('meta') ?? true) &&
        manifest.resources.some(
          ({ name, types, idPrefixes }) =>
            name === 'meta' &&
            (types?.includes(type) ?? true) &&
            (idPrefixes?.some((prefix) => 'tt'.startsWith(prefix)) ?? true),
        ),
    )
    takesImdb.set(type, takes)
    return takes
  }
  return titles.map((title) => {
    const { meta, identity } = title
    const isShared = identity.space === 'imdb' && !isPart(title) && isKnownByImdb(meta.type)
    return { ...meta, id: isShared ? identity.key : meta.id, defaultVideoId: null }
  })
}
