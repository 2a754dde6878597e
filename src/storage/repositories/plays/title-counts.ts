import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { dayMs } from '../../../model/time-slots.ts'
import { transact } from '../../guard.ts'
import { visitCells } from './cells.ts'
import type { Add, Counts } from './counts.ts'
import { isOfParts } from './filter.ts'
import type { KeptCache } from './kept-cache.ts'
import { levels } from './levels.ts'
import { scanLoose } from './loose-plays.ts'
import type { SlotMap } from './quarter-slots.ts'
import type { CountedPlay, Means, ScanBudget } from './scan.ts'
import { apart } from './spans.ts'
import { monthOf, quartersOfDay } from './sums.ts'
import { titlePlan, withoutDays } from './title-plan.ts'
import type { TitlePlan } from './title-plan.ts'
import { daysOf, numbersOf, spaceOf, titleCode } from './title-sums.ts'
import { heldViews, readViews } from './title-views.ts'
import type { TitlePart, TitleView } from './title-views.ts'
import { readStanding } from './versions.ts'
import type { Standing } from './versions.ts'

/** The groups that a title belongs to, by the number or the key that it is kept under. */
export type TitleGroups = {
  ofNumber(number: number, space: 0 | 1): readonly string[]
  ofKey(titleKey: string, space: 0 | 1): readonly string[]
}

/** Groups that a play belongs to whatever its title. */
export type OwnerGroups = {
  ofOwner(owner: { readonly profile_id: string; readonly kind: string }): string
}

/** Row ids of titles by history; null for all. */
type Chosen = ReadonlyMap<number, ReadonlySet<number>> | null

/** A snapshot of the stored counts of several histories, and the plan to answer a query from it. */
type Kept = {
  readonly standing: Standing
  readonly parts: readonly Part[]
}

type Part = TitlePart & { readonly plan: TitlePlan }

const rowsAtOnce = 4_000

export function isKeptByTitle({ filter }: Pick<StatisticsQuery, 'filter'>): boolean {
  const { favorite, clients, devices, origin } = filter
  return !isOfParts(filter) && [favorite, clients, devices, origin].every((asked) => asked === null)
}

/**
 * Counts plays by what their titles belong to. Of kept counts is known from the same moment on which days they are right:
 * what is kept of other days is taken away again, and their plays are counted one by one.
 */
export async function countByTitle(
  db: Knex,
  query: StatisticsQuery,
  groups: TitleGroups | OwnerGroups,
  counts: Counts,
  means: Means,
): Promise<void> {
  const chosen = await chosenNumbers(db, query)
  const except = await exceptCodes(db, query)
  const addersOf = titleAdders(groups, counts)
  const { readers } = query.filter
  let atOnce = readers.length
  for (let start = 0; start < readers.length;) {
    const some = readers.slice(start, start + atOnce)
    const own = { ...query, filter: { ...query.filter, readers: some } }
    const kept = keptOf(own, await standingOf(db, own, means.cache))
    if (atOnce > 1 && kept.parts.length > rowsAtOnce) {
      atOnce = 1
      continue
    }
    const added = await addKept(db, own, kept, means.cache, { chosen, except, addersOf, counts })
    await countLoose(db, own, added, groups, counts, means.budget)
    start += atOnce
    await nextTurn()
  }
}

function standingOf(on: Knex, { filter }: StatisticsQuery, cache: KeptCache): Promise<Standing> {
  const historyIds = filter.readers.map(({ historyId }) => historyId)
  return readStanding(on, cache.versions, historyIds, filter)
}

function keptOf(query: StatisticsQuery, standing: Standing): Kept {
  const plan = titlePlan(query, knownDays(standing.years))
  const parts = query.filter.readers.flatMap(({ historyId }) => {
    const days = standing.stale.get(historyId)
    const own = days ? withoutDays(query, plan, days) : plan
    return [...own].flatMap(([level, spans]) =>
      [...spans.keys()].flatMap((span): readonly Part[] => {
        const version = standing.versionOf(historyId, level, span)
        return version === null ? [] : [{ historyId, level, span, version, plan: own }]
      }),
    )
  })
  return { standing, parts }
}

/** Whole years: what lies beyond the plays is nowhere kept. */
function knownDays(years: readonly number[]) {
  const [first] = years
  const last = years.at(-1)
  if (first === undefined || last === undefined) return { from: 0, to: 0 }
  return { from: daysOf(levels.year, first).from, to: daysOf(levels.year, last).to }
}

/** What adds counts of a row of kept counts, by the number of the title. */
export type AddersOf = (
  view: Pick<TitleView, 'profile_id' | 'kind'>,
) => (number: number) => readonly Add[]

export function titleAdders(groups: TitleGroups | OwnerGroups, counts: Counts): AddersOf {
  if ('ofOwner' in groups) {
    return (view) => {
      const adders = [counts.adder(groups.ofOwner(view))]
      return () => adders
    }
  }
  const spaces = [0, 1].map(() => new Map<number, readonly Add[]>())
  return ({ kind }) => {
    const space = spaceOf(kind)
    return (number) => {
      const known = spaces[space]!.get(number)
      if (known) return known
      const made = groups.ofNumber(number, space).map((name) => counts.adder(name))
      spaces[space]!.set(number, made)
      return made
    }
  }
}

type Adding = {
  readonly chosen: Chosen
  readonly except: ReadonlySet<number>
  readonly addersOf: AddersOf
  readonly counts: Counts
}

/** Adds what is held in memory, or else what is read anew, of one moment. Answers the days that it lacks. */
async function addKept(
  db: Knex,
  query: StatisticsQuery,
  kept: Kept,
  cache: KeptCache,
  adding: Adding,
): Promise<Kept> {
  const add = addViews(query, adding)
  const held = kept.parts.map((part) => heldViews(cache.titles, part))
  if (held.every((views) => views !== null)) {
    for (const [index, part] of kept.parts.entries()) add(part, held[index]!)
    return kept
  }
  const [now, views] = await transact(db, async (trx) => {
    const anew = keptOf(query, await standingOf(trx, query, cache))
    const found = new Map(anew.parts.map((part) => [part, heldViews(cache.titles, part)] as const))
    const missing = anew.parts.filter((part) => found.get(part) === null)
    const read = await readViews(trx, cache.titles, missing)
    return [anew, new Map([...found, ...read])] as const
  })
  for (const part of now.parts) add(part, views.get(part)!)
  return now
}

function addViews({ filter }: StatisticsQuery, { chosen, except, addersOf, counts }: Adding) {
  const readers = new Map(
    filter.readers.map(({ historyId, profileIds }) => [historyId, new Set(profileIds)]),
  )
  const kinds = filter.kinds && new Set<string>(filter.kinds)
  return ({ historyId, level, span, plan }: Part, views: readonly TitleView[]): void => {
    const titles = chosen?.get(historyId) ?? null
    for (const view of views) {
      const isChosen = (number: number) =>
        (chosen === null || titles?.has(number) === true) &&
        !except.has(titleCode(number, view.kind))
      if (!readers.get(historyId)!.has(view.profile_id) || kinds?.has(view.kind) === false) continue
      for (const { sign, slots } of plan.get(level)?.get(span) ?? []) {
        const adders = addersOf(view)
        const user = counts.userOf(view.profile_id)
        if (typeof slots === 'number') addWhole(view, { sign, slot: slots, user }, isChosen, adders)
        else addQuarters(view, { sign, slots, user }, isChosen, adders)
      }
    }
  }
}

type Place = { readonly sign: number; readonly user: number }

function addWhole(
  { numbers, sums }: TitleView,
  { sign, slot, user }: Place & { readonly slot: number },
  isChosen: (number: number) => boolean,
  addersOf: ReturnType<AddersOf>,
): void {
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!
    if (!isChosen(number)) continue
    const at = index * 4
    for (const add of addersOf(number)) {
      add(
        slot,
        sign * sums[at]!,
        sign * sums[at + 1]!,
        sign * sums[at + 2]!,
        sign * sums[at + 3]!,
        user,
      )
    }
  }
}

function addQuarters(
  { cells }: TitleView,
  { sign, slots, user }: Place & { readonly slots: SlotMap },
  isChosen: (number: number) => boolean,
  addersOf: ReturnType<AddersOf>,
): void {
  visitCells(cells, (index, plays, finished, watchedMs, finishedMs) => {
    const slot = slots[index % quartersOfDay]!
    const number = Math.floor(index / quartersOfDay)
    if (slot === -1 || !isChosen(number)) return
    for (const add of addersOf(number)) {
      add(slot, sign * plays, sign * finished, sign * watchedMs, sign * finishedMs, user)
    }
  })
}

function countLoose(
  db: Knex,
  query: StatisticsQuery,
  { standing }: Kept,
  groups: TitleGroups | OwnerGroups,
  counts: Counts,
  budget: ScanBudget,
): Promise<void> {
  const titles =
    query.filter.titles &&
    new Map([...query.filter.titles].map(([historyId, keys]) => [historyId, new Set(keys)]))
  const visit = (play: CountedPlay): void => {
    if (titles !== null && !titles.get(play.history_id)?.has(play.title_key)) return
    const names =
      'ofOwner' in groups
        ? [groups.ofOwner(play)]
        : groups.ofKey(play.title_key, spaceOf(play.kind))
    for (const name of names) counts.addPlay(play, name)
  }
  const ofDays = [...standing.stale.values()].flatMap((days) => [...days].map(monthOfDay))
  const months = new Set([...standing.months, ...ofDays])
  const loose = { months, aparts: apart(query), days: standing.stale }
  return scanLoose(db, query, loose, visit, budget)
}

function monthOfDay(day: number): number {
  return monthOf(day * dayMs)
}

/** Numbers of the titles that a filter names, by history; null: all. */
export async function chosenNumbers(
  db: Knex,
  { filter }: Pick<StatisticsQuery, 'filter'>,
): Promise<Chosen> {
  if (filter.titles === null) return null
  // Histories often share one list.
  const byList = new Map<readonly string[], ReadonlySet<number>>()
  const found = new Map<number, ReadonlySet<number>>()
  for (const [historyId, keys] of filter.titles) {
    const numbers = byList.get(keys) ?? new Set((await numbersOf(db, keys)).values())
    byList.set(keys, numbers)
    found.set(historyId, numbers)
  }
  return found
}

export async function exceptCodes(
  db: Knex,
  { filter: { except } }: Pick<StatisticsQuery, 'filter'>,
): Promise<ReadonlySet<number>> {
  if (except.length === 0) return new Set()
  const keys = except.map(({ titleKey }) => titleKey)
  const numbers = await numbersOf(db, [...new Set(keys)])
  return new Set(
    except.flatMap(({ space, titleKey }) => {
      const number = numbers.get(titleKey)
      return number === undefined ? [] : [titleCode(number, space)]
    }),
  )
}
