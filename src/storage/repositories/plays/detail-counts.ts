import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { dayMs } from '../../../model/time-slots.ts'
import { read } from '../../guard.ts'
import { visitCells } from './cells.ts'
import type { Visit } from './cells.ts'
import type { Counts } from './counts.ts'
import { bitsOf, quartersIn, readAsked } from './detail-parts.ts'
import type { AskedTraits, Traits } from './detail-parts.ts'
import { keptDetails } from './details.ts'
import type { KeptDetails } from './details.ts'
import { visitFew } from './few-plays.ts'
import { isOfParts, mostTitleRanges } from './filter.ts'
import { levels } from './levels.ts'
import { scanLoose } from './loose-plays.ts'
import { dayOf } from './stale-days.ts'
import { favoriteTitles } from './favorite-titles.ts'
import type { FavoriteTitles } from './favorite-titles.ts'
import { monthRuns, quarterMap } from './month-runs.ts'
import type { MonthRuns } from './month-runs.ts'
import { countOneByOne } from './one-by-one.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'
import { apart } from './spans.ts'
import type { Loose } from './spans.ts'
import { daysIn, monthOf, quartersOfDay } from './sums.ts'
import { chosenNumbers, exceptCodes, titleAdders } from './title-counts.ts'
import type { AddersOf, TitleGroups } from './title-counts.ts'
import { spaceOf, titleCode } from './title-sums.ts'
import { readStanding } from './versions.ts'
import type { Standing } from './versions.ts'

/** Groups that a play belongs to by what it was played on, and by whom. */
export type TraitGroups = { ofTraits(traits: GroupedTraits): string }

export type GroupedTraits = Pick<CountedPlay, Exclude<keyof Traits, 'isWhole'>>

/** Rows of one statement are those of so many months of all histories. */
const monthsAtOnce = 2

type Chosen = {
  readonly profileIds: ReadonlySet<string>
  /** Numbers of the titles that are asked for; null: all. */
  readonly titles: ReadonlySet<number> | null
  readonly except: ReadonlySet<number>
  /** Null: it does not matter what is a favorite. */
  readonly favorites: FavoriteTitles | null
}

/** Counts plays by any of their traits together, month by month of what is kept of them. */
export async function countFromDetails(
  db: Knex,
  query: StatisticsQuery,
  groups: TitleGroups | TraitGroups,
  counts: Counts,
  budget: ScanBudget,
): Promise<void> {
  const { filter } = query
  const visit = playCounter(filter, groups, counts)
  if (isOfParts(filter)) return countOneByOne(db, query, visit, budget)
  if (await visitFew(db, filter, visit, budget)) return
  const historyIds = filter.readers.map(({ historyId }) => historyId)
  const chosen = await chosenOf(db, query)
  const standing = await readStanding(db, historyIds, filter)
  const { addMonth, loose } = monthAdder(query, standing, addersFor(groups, counts), counts)
  for (let start = 0; start < standing.months.length; start += monthsAtOnce) {
    const months = standing.months.slice(start, start + monthsAtOnce)
    const rows = await read(db, () => keptDetails(db, historyIds, months))
    const byName = Map.groupBy(rows, (row) => `${row.history_id} ${row.month}`)
    for (const month of months) {
      for (const historyId of historyIds) {
        const own = byName.get(`${historyId} ${month}`) ?? []
        await addMonth(historyId, month, own, chosen.get(historyId)!)
      }
    }
  }
  await scanLoose(db, query, loose, visit, budget)
  await countPartlyMarked(db, query, { chosen, loose, visit, budget })
}

async function chosenOf(db: Knex, query: StatisticsQuery): Promise<ReadonlyMap<number, Chosen>> {
  const { readers, favorite } = query.filter
  const numbers = await chosenNumbers(db, query)
  const except = await exceptCodes(db, query)
  const chosen = new Map<number, Chosen>()
  for (const { historyId, profileIds } of readers) {
    chosen.set(historyId, {
      profileIds: new Set(profileIds),
      titles: numbers && (numbers.get(historyId) ?? new Set()),
      except,
      favorites: favorite === null ? null : await favoriteTitles(db, historyId),
    })
  }
  return chosen
}

function addersFor(groups: TitleGroups | TraitGroups, counts: Counts) {
  if (!('ofTraits' in groups)) return titleAdders(groups, counts)
  return (traits: Traits): ReturnType<AddersOf> => {
    const adders = [counts.adder(groups.ofTraits(traits))]
    return () => adders
  }
}

/** What adds a month of a history, and what of all months it could not. */
function monthAdder(
  query: StatisticsQuery,
  standing: Standing,
  addersOf: (traits: Traits) => ReturnType<AddersOf>,
  counts: Counts,
) {
  const { filter, slots } = query
  const aparts = apart(query)
  const runsOf = monthRuns(query, aparts)
  const days = new Map([...standing.stale].map(([id, stale]) => [id, new Set(stale)]))
  const ofDays = [...days.values()].flatMap((own) => [...own].map((day) => monthOf(day * dayMs)))
  const loose: Loose = { months: new Set([...standing.months, ...ofDays]), aparts, days }
  const addRow = (row: KeptDetails, asked: MonthRuns, chosen: Chosen): void => {
    const { traits, titles } = readAsked(row, askedTraits(filter, chosen))
    if (traits.every((own) => own === null)) return
    const adders = traits.map((own) => own && addersOf(own))
    const isAsked = titleFilter(filter.favorite, chosen)
    const users = traits.map((own) => (own === null ? -1 : counts.userOf(own.profile_id)))
    const map = quarterMap(slots, row.month, asked)
    const quarters = quartersIn(row.month)
    let slot = -1
    let place = 0
    let title = 0
    const isCounted = (index: number): boolean => {
      const group = Math.floor(index / quarters)
      slot = map[index - group * quarters]!
      if (slot === -1) return false
      title = Math.floor(group / traits.length)
      place = group - title * traits.length
      return adders[place] !== null && isAsked(titles[title]!, traits[place]!)
    }
    const add: Visit = (_index, plays, finished, watchedMs, finishedMs) => {
      for (const addTo of adders[place]!(titles[title]!)) {
        addTo(asked.first + slot, plays, finished, watchedMs, finishedMs, users[place]!)
      }
    }
    visitCells(row.cells, add, isCounted)
  }
  const addMonth = async (
    historyId: number,
    month: number,
    rows: readonly KeptDetails[],
    chosen: Chosen,
  ): Promise<void> => {
    const version = standing.versionOf(historyId, levels.month, month)
    if (version === null) return
    if (rows[0]?.version !== version) {
      const own = days.get(historyId) ?? new Set()
      days.set(historyId, own)
      for (const day of daysIn(month)) own.add(day)
      return
    }
    const asked = runsOf(month, standing.staleDaysIn(historyId, month))
    if (asked.slots === 0) return
    const askedDays = bitsOf(daysOfRuns(asked))
    for (const row of rows) {
      if ((row.days & askedDays) === 0) continue
      addRow(row, asked, chosen)
      await nextTurn()
    }
  }
  return { addMonth, loose }
}

function daysOfRuns({ runs }: MonthRuns): ReadonlySet<number> {
  const days = new Set<number>()
  for (const { from, to } of runs) {
    for (let day = Math.floor(from / quartersOfDay); day * quartersOfDay < to; day++) days.add(day)
  }
  return days
}

function askedTraits(
  { kinds, clients, devices, origin }: Filter,
  { profileIds }: Chosen,
): AskedTraits {
  const oneOf = (values: readonly string[] | null) => values && new Set<string>(values)
  const asked = [
    { column: 'profile_id', values: profileIds },
    { column: 'kind', values: oneOf(kinds) },
    { column: 'client', values: oneOf(clients) },
    { column: 'device_name', values: oneOf(devices) },
    { column: 'origin', values: oneOf(origin && [origin]) },
  ] as const
  return asked.flatMap(({ column, values }) => (values === null ? [] : [{ column, values }]))
}

type Filter = StatisticsQuery['filter']

/** Single episodes that may be favorites are no title's: they are counted one by one. */
function titleFilter(favorite: boolean | null, { titles, except, favorites }: Chosen) {
  return (number: number, { kind, isWhole }: Traits): boolean => {
    if (titles?.has(number) === false || except.has(titleCode(number, kind))) return false
    if (favorites === null) return true
    const isOfSeries = spaceOf(kind) === 1 && favorites.series.has(number)
    const isFavorite = isOfSeries || (isWhole && favorites.films.has(number))
    if (!isFavorite && !isWhole && favorites.partial.has(number)) return false
    return isFavorite === favorite
  }
}

function playCounter(
  { titles }: Filter,
  groups: TitleGroups | TraitGroups,
  counts: Counts,
): (play: CountedPlay) => void {
  const asked = titles && new Map([...titles].map(([id, keys]) => [id, new Set(keys)]))
  return (play) => {
    if (asked !== null && !asked.get(play.history_id)?.has(play.title_key)) return
    const names =
      'ofTraits' in groups
        ? [groups.ofTraits(play)]
        : groups.ofKey(play.title_key, spaceOf(play.kind))
    for (const name of names) counts.addPlay(play, name)
  }
}

type Rest = {
  readonly chosen: ReadonlyMap<number, Chosen>
  readonly loose: Loose
  readonly visit: (play: CountedPlay) => void
  readonly budget: ScanBudget
}

/** Episodes of series of which only some are favorites, without what was counted one by one before. */
async function countPartlyMarked(
  db: Knex,
  { filter }: StatisticsQuery,
  { chosen, loose, visit, budget }: Rest,
): Promise<void> {
  const isLoose = ({ history_id, started_at: at }: CountedPlay) =>
    loose.days.get(history_id)?.has(dayOf(at)) === true ||
    loose.aparts.some(({ from, to }) => at >= from && at < to)
  const count = (play: CountedPlay): void => {
    if (play.item_key !== play.title_key && !isLoose(play)) visit(play)
  }
  for (const reader of filter.readers) {
    const { historyId } = reader
    const { titles: numbers, favorites } = chosen.get(historyId)!
    const keys = [...(favorites?.partial ?? [])].flatMap(([number, key]) =>
      numbers?.has(number) === false ? [] : [key],
    )
    for (let start = 0; start < keys.length; start += mostTitleRanges) {
      const titles = new Map([[historyId, keys.slice(start, start + mostTitleRanges)]])
      await countOneByOne(db, { filter: { ...filter, readers: [reader], titles } }, count, budget)
    }
  }
}
