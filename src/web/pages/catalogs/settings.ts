import type { CatalogPreviewQuery } from '../../documents.ts'
import { reordered } from '../media-server/library-order.ts'

export type Row = CatalogPreviewQuery['catalogPreview']['catalogs'][number]
type Named = Pick<Row, 'ref' | 'calledAs'>

export type Rule = {
  readonly name?: string
  readonly genres?: readonly string[]
  readonly shuffle?: boolean
  readonly limit?: number
}

export type Merged = {
  readonly id: string
  readonly name: string
  readonly catalogs: readonly string[]
  readonly mix?: 'interleave' | 'append'
}

/** As the configuration writes it; what the page does not know stays as it is. */
export type CatalogSettings = {
  readonly order?: readonly string[]
  readonly hidden?: readonly string[]
  readonly merged?: readonly Merged[]
  readonly rules?: readonly (Rule & { readonly catalog: string })[]
  readonly search?: boolean
  readonly continueWatching?: boolean
  readonly nextUp?: boolean
  readonly watchedMark?: string
}

/** What takes the place of a value that a rule with another name for the same catalog gives. */
const withoutRule = { name: undefined, genres: [], shuffle: false, limit: 10_000 } as const

function means({ ref, calledAs }: Named, name: string): boolean {
  return name === ref || calledAs.includes(name)
}

/** In the order of the settings, which may be newer than the rows. */
export function sortedRows(rows: readonly Row[], { order = [] }: CatalogSettings): Row[] {
  const place = (row: Row): number => {
    const own = order.findIndex((name) => means(row, name))
    const found = own < 0 && !row.isMerged ? order.indexOf(sourceOf(row) + others) : own
    return found < 0 ? order.length : found
  }
  return [...rows].sort((one, other) => place(one) - place(other))
}

/** With it behind a source's id, the order names catalogs of the source that it does not name themselves. */
const others = '/*'

/** Where the fewest names change sides. */
function placeAmong(names: readonly string[], name: string, earlier: readonly string[]): number {
  const place = earlier.indexOf(name)
  const sides = names.map((other) => {
    const before = earlier.indexOf(other)
    return before < 0 ? 0 : Math.sign(place - before)
  })
  const changes = Array.from({ length: names.length + 1 }, (_, at) => {
    const wrong = sides.filter((side, index) => (index < at ? side < 0 : side > 0))
    return wrong.length
  })
  return changes.indexOf(Math.min(...changes))
}

function sourceOf({ sourceCatalogs }: Pick<Row, 'sourceCatalogs'>): string | undefined {
  return sourceCatalogs[0]?.source.id
}

/** With places for sources whose catalogs are missing, among those of others in the order of the configuration. */
export function withPlaces(
  rows: readonly Row[],
  settings: CatalogSettings,
  {
    sources,
    missing,
  }: { readonly sources: readonly string[]; readonly missing: readonly string[] },
): CatalogSettings {
  const { order = [] } = settings
  const sorted = sortedRows(rows, settings)
  const unnamed = sorted.filter((row) => !order.some((name) => means(row, name)))
  const placed = unnamed.map((row) => ({
    name: row.ref,
    place: row.isMerged ? -1 : sources.indexOf(sourceOf(row) ?? ''),
  }))
  for (const [place, source] of sources.entries()) {
    const name = source + others
    if (!missing.includes(source) || order.includes(name)) continue
    const next = placed.findIndex((other) => other.place > place)
    placed.splice(next < 0 ? placed.length : next, 0, { name, place })
  }
  return { ...settings, order: [...order, ...placed.map(({ name }) => name)] }
}

/** What only the earlier order names keeps its place, and so does a name that may mean a catalog of a source that has not answered. */
export function orderOf(
  rows: readonly Named[],
  { order = [] }: CatalogSettings,
  isWhole: boolean,
): CatalogSettings {
  const earlier = order.map((name) => rows.find((row) => means(row, name))?.ref ?? name)
  const next = reordered(
    rows.map(({ ref }) => ref),
    [...new Set(earlier)].filter((name) => !name.endsWith(others)),
  )
  for (const name of new Set(order)) {
    if (name.endsWith(others)) next.splice(placeAmong(next, name, earlier), 0, name)
  }
  for (const name of isWhole ? [] : order) {
    if (next.includes(name)) continue
    const places = rows.flatMap((row) => (means(row, name) ? next.indexOf(row.ref) : []))
    next.splice(Math.max(...places) + 1, 0, name)
  }
  return { order: next }
}

export function isHidden(row: Named, { hidden = [] }: CatalogSettings): boolean {
  return hidden.some((name) => means(row, name))
}

/** Whether a name hides it that may hide catalogs of further sources, too. */
export function isHiddenByName(row: Named, { hidden = [] }: CatalogSettings): boolean {
  return hidden.some((name) => name !== row.ref && means(row, name))
}

/** A name may hide several: those stay hidden, so `rows` must be all that it means. */
export function withHidden(
  row: Named,
  isNowHidden: boolean,
  rows: readonly Named[],
  { hidden = [] }: CatalogSettings,
): CatalogSettings {
  if (isNowHidden) return { hidden: [...hidden, row.ref] }
  const left = hidden.flatMap((name) =>
    means(row, name)
      ? rows.filter((other) => other.ref !== row.ref && means(other, name)).map(({ ref }) => ref)
      : [name],
  )
  return { hidden: [...new Set(left)] }
}

/** All rules for the catalog; later ones win. */
export function ruleOf(row: Named, { rules = [] }: CatalogSettings): Rule {
  const { catalog: _catalog, ...rule } = Object.assign(
    {},
    ...rules.filter(({ catalog }) => means(row, catalog)),
  ) as Rule & { catalog?: string }
  return rule
}

/** In the rule that names it exactly. Undefined: as the catalog is by itself. */
export function withRule<Key extends keyof Rule>(
  row: Named & { readonly plainName: string },
  key: Key,
  value: Rule[Key],
  { rules = [] }: CatalogSettings,
): CatalogSettings {
  const exact = rules.find(({ catalog }) => catalog === row.ref)
  const others = rules.filter((rule) => rule !== exact && means(row, rule.catalog))
  const isOverruling = value === undefined && others.some((rule) => rule[key] !== undefined)
  const written = isOverruling ? (key === 'name' ? row.plainName : withoutRule[key]) : value
  const { [key]: _before, ...rest } = exact ?? { catalog: row.ref }
  const next = written === undefined ? rest : { ...rest, [key]: written }
  const isEmpty = Object.keys(next).every((name) => name === 'catalog')
  return {
    rules: [
      ...rules.filter((rule) => rule !== exact),
      ...(isEmpty ? [] : [next as Rule & { catalog: string }]),
    ],
  }
}

/** The chosen rows as one, at the place of the first. */
export function merge(
  chosen: readonly Row[],
  name: string,
  rows: readonly Row[],
  { merged = [], order = [] }: CatalogSettings,
  isWhole: boolean,
): CatalogSettings {
  const refs = new Set(chosen.map(({ ref }) => ref))
  const taken = new Set([...merged.map(({ id }) => id), ...rows.map(({ ref }) => ref)])
  const numbers = Array.from({ length: taken.size + 1 }, (_, index) => `merged-${index + 1}`)
  const id = numbers.find((one) => !taken.has(one))!
  const catalogs = chosen.flatMap(({ ref, isMerged, sourceCatalogs }) => {
    if (!isMerged) return [ref]
    // The row has only the catalogs of sources that have answered.
    return merged.find((one) => one.id === ref)?.catalogs ?? sourceCatalogs.map(({ key }) => key)
  })
  const own: Merged = { id, name, catalogs: [...new Set(catalogs)] }
  const first = rows.find(({ ref }) => refs.has(ref))
  const left = rows.flatMap((row): readonly Named[] => {
    if (row === first) return [{ ref: id, calledAs: [] }]
    return refs.has(row.ref) ? [] : [row]
  })
  return {
    merged: [...merged.filter((one) => !refs.has(one.id)), own],
    ...orderOf(left, { order: order.filter((place) => !refs.has(place)) }, isWhole),
  }
}

export function withMerged(
  id: string,
  change: Partial<Merged>,
  { merged = [] }: CatalogSettings,
): CatalogSettings {
  return { merged: merged.map((one) => (one.id === id ? { ...one, ...change } : one)) }
}

/** Its catalogs stand at its place again. */
export function takenApart(
  row: Named,
  rows: readonly Named[],
  settings: CatalogSettings,
): CatalogSettings {
  const { merged = [], order = [], rules = [] } = settings
  const own = merged.find(({ id }) => id === row.ref)
  const isIt = (name: string) => means(row, name)
  return {
    merged: merged.filter((one) => one !== own),
    order: order.flatMap((name) => (isIt(name) ? (own?.catalogs ?? []) : [name])),
    ...withHidden(row, false, rows, settings),
    rules: rules.filter(({ catalog }) => !isIt(catalog)),
  }
}
