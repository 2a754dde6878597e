import { folded } from '../../core/folded-text.ts'
import type { Work } from '../../core/scheduler.ts'
import type { CatalogSettings } from '../../model/user-data.ts'
import type { PlayerCatalog, CatalogRule, ListedCatalog } from './player-catalog.ts'
import { indexOrder, ordered } from './catalog-order.ts'
import { candidatesOf, ruled } from './drafts.ts'
import type { Candidate, Draft, IdOf } from './drafts.ts'
import { firstOfEachId } from './first-of-each-id.ts'
import { hasName, indexNames, placesOf } from './name-index.ts'
import type { NameIndex } from './name-index.ts'

/** A catalog as a person arranges it: the hidden ones, too, and with what it is split into. */
export type CatalogRow<C extends ListedCatalog> = {
  /** How rules name it exactly. */
  readonly ref: string
  /** The names in the settings that mean it, as they are written there. */
  readonly calledAs: readonly string[]
  readonly isMerged: boolean
  readonly isHidden: boolean
  readonly plainName: string
  readonly rule: CatalogRule | null
  readonly whole: PlayerCatalog<C>
  /** One for each genre that the rules name. */
  readonly parts: readonly PlayerCatalog<C>[]
}

/** As many as players are shown. */
const mostCatalogs = 300
/** As many as rules are written for: the hidden ones, too. */
const mostRows = 1_000
const mostParts = 1_000
const mostNames = 10

/** The rules of a configuration, applied in this order: merge, hide, rename, shuffle, limit, split, order. */
export function* applyCatalogRules<C extends ListedCatalog>(
  listed: readonly C[],
  settings: CatalogSettings,
  idOf: IdOf,
): Work<readonly PlayerCatalog<C>[]> {
  const rules = indexRules(settings)
  const candidates = yield* candidatesOf(listed, settings.merged ?? [], idOf)
  const shown = candidates.filter(({ names }) => !hasName(rules.hidden, names))
  yield
  const split: Draft<C>[] = []
  for (const { whole, parts } of yield* draftRows(shown, rules, idOf)) {
    // A catalog that requires a genre is shown as one catalog per genre.
    if (whole.genreRequired && parts.length > 0) split.push(...parts)
    else split.push(whole, ...parts)
  }
  const once = firstOfEachId(ordered(split, rules.order))
  return once.slice(0, mostCatalogs).map(playerCatalogOf)
}

/** All of them, in the order of the rules, for whoever writes the rules. */
export function* catalogRows<C extends ListedCatalog>(
  listed: readonly C[],
  settings: CatalogSettings,
  idOf: IdOf,
): Work<readonly CatalogRow<C>[]> {
  const rules = indexRules(settings)
  const candidates = yield* candidatesOf(listed, settings.merged ?? [], idOf)
  const rows: CatalogRow<C>[] = []
  for (const { draft, rule, whole, parts } of yield* draftRows(candidates, rules, idOf)) {
    rows.push({
      ref: draft.ref,
      calledAs: calledAs(rules, draft.names, whole.names),
      isMerged: draft.isMerged,
      isHidden: hasName(rules.hidden, draft.names),
      plainName: draft.name,
      rule,
      whole: playerCatalogOf(whole),
      parts: parts.map(playerCatalogOf),
    })
    yield
  }
  return rows
}

type RuleIndex = ReturnType<typeof indexRules>

function indexRules(settings: CatalogSettings) {
  const { order = [], hidden = [], rules = [] } = settings
  const renamed = rules.map(({ name }) => (name === undefined ? null : folded(name)))
  return {
    settings: { order, hidden, rules },
    order: indexOrder(order),
    hidden: indexNames(hidden),
    rules: indexNames(rules.map(({ catalog }) => catalog)),
    renamed,
    /** The last rule that renames each catalog, by name. */
    renaming: new Map(
      rules.flatMap(({ catalog }, place) =>
        renamed[place] === null ? [] : [[folded(catalog), place] as const],
      ),
    ),
  }
}

/** In the order of the rules. Only what is in reach gets its genres read and its rules applied. */
function* draftRows<C extends ListedCatalog>(
  candidates: readonly Candidate<C>[],
  rules: RuleIndex,
  idOf: IdOf,
) {
  const named = candidates.map((candidate) => {
    const { names, sourceId, make } = candidate
    const renaming = names.flatMap((name) => rules.renaming.get(name) ?? [])
    const other = renaming.length === 0 ? [] : [rules.renamed[Math.max(...renaming)]!]
    return { own: names, names: [...names, ...other], sourceId, make }
  })
  yield
  const reached = ordered(named, rules.order).slice(0, mostRows)
  yield
  const rows = []
  let left = mostParts
  for (const { own, make } of reached) {
    const draft = yield* make()
    const rule = ruleOf(rules, own)
    const { whole, parts } = rule
      ? ruled(draft, rule, idOf, left)
      : { whole: draft, parts: [] as readonly Draft<C>[] }
    left -= parts.length
    rows.push({ draft, rule, whole, parts })
    yield
  }
  return rows
}

function ruleOf(rules: RuleIndex, names: readonly string[]): CatalogRule | null {
  const own = placesOf(rules.rules, names).map((place) => rules.settings.rules[place]!)
  if (own.length === 0) return null
  const last = <Key extends keyof CatalogRule>(key: Key) =>
    own.findLast((rule) => rule[key] !== undefined)?.[key]
  const said = (['name', 'genres', 'shuffle', 'limit'] as const).flatMap((key) => {
    const value = last(key)
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(said)
}

/** As the settings write it; `own`: the names without a rule, which alone `hidden` and `rules` know. */
function calledAs(
  { settings, ...rules }: RuleIndex,
  own: readonly string[],
  names: readonly string[],
): readonly string[] {
  const written = (index: NameIndex, of: readonly string[], list: readonly string[]) =>
    placesOf(index, of).map((place) => list[place]!)
  const all = new Set([
    ...written(rules.order.names, names, settings.order),
    ...written(rules.hidden, own, settings.hidden),
    ...written(
      rules.rules,
      own,
      settings.rules.map(({ catalog }) => catalog),
    ),
  ])
  return [...all].slice(0, mostNames)
}

function playerCatalogOf<C extends ListedCatalog>(draft: Draft<C>): PlayerCatalog<C> {
  const { names: _names, beside: _beside, sourceId: _sourceId, ...rest } = draft
  const { ref: _ref, ...catalog } = rest
  return catalog
}
