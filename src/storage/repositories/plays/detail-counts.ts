import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { dayMs } from '../../../model/time-slots.ts'
import { inPieces } from '../../../core/in-pieces.ts'
import { read } from '../../guard.ts'
import { visitCells } from './cells.ts'
import type { Visit } from './cells.ts'
import type { Counts } from './counts.ts'
import { bitsOf, quartersIn, readAsked, titleNumbersOf } from './detail-parts.ts'
import type { AskedTraits, Traits } from './detail-parts.ts'
import {
  viewBytes,
  DetailCounts,
  questionOf,
  viewAdder,
  viewAdders,
  viewName,
} from './detail-views.ts'
import type { DetailPart, TraitGroups } from './detail-views.ts'
import { keptDetails } from './details.ts'
import type { KeptDetails } from './details.ts'
import { visitFew } from './few-plays.ts'
import { isOfParts, mostTitleRanges } from './filter.ts'
import type { KeptCache } from './kept-cache.ts'
import { levels } from './levels.ts'
import { scanLoose } from './loose-plays.ts'
import { dayOf } from './stale-days.ts'
import { favoriteTitles } from './favorite-titles.ts'
import type { FavoriteTitles } from './favorite-titles.ts'
import { monthRuns, quarterMap } from './month-runs.ts'
import type { MonthRuns } from './month-runs.ts'
import { countOneByOne } from './one-by-one.ts'
import type { CountedPlay, Means, ScanBudget } from './scan.ts'
import { apart } from './spans.ts'
import type { Loose } from './spans.ts'
import { daysIn, monthOf, quartersOfDay } from './sums.ts'
import { chosenNumbers, exceptCodes, titleAdders } from './title-counts.ts'
import type { AddersOf, TitleGroups } from './title-counts.ts'
import { spaceOf, titleCode } from './title-sums.ts'
import { readStanding } from './versions.ts'
import type { Standing } from './versions.ts'

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
  { cache, budget }: Means,
): Promise<void> {
  const { filter } = query
  const visit = playCounter(filter, groups, counts)
  if (isOfParts(filter)) return countOneByOne(db, query, visit, budget)
  if (await visitFew(db, filter, visit, budget)) return
  const historyIds = filter.readers.map(({ historyId }) => historyId)
  const chosen = await chosenOf(db, query)
  const standing = await readStanding(db, cache.versions, historyIds, filter)
  const adding = { chosen, groups, counts, cache }
  const { addHeld, addRows, loose } = monthAdder(query, standing, adding)
  const missing = await addHeld()
  const months = [...new Set(missing.map(({ month }) => month))]
  for (let start = 0; start < months.length; start += monthsAtOnce) {
    const some = months.slice(start, start + monthsAtOnce)
    const parts = missing.filter(({ month }) => some.includes(month))
    const own = [...new Set(parts.map(({ historyId }) => historyId))]
    const rows = await read(db, () => keptDetails(db, own, some))
    const byName = Map.groupBy(rows, (row) => `${row.history_id} ${row.month}`)
    for (const part of parts) {
      await addRows(part, byName.get(`${part.historyId} ${part.month}`) ?? [])
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

type Adding = {
  readonly chosen: ReadonlyMap<number, Chosen>
  readonly groups: TitleGroups | TraitGroups
  readonly counts: Counts
  readonly cache: KeptCache
}

/** `addHeld` adds the months that are held, and answers the others, whose rows `addRows` adds; `loose`: what these lack. */
function monthAdder(
  query: StatisticsQuery,
  standing: Standing,
  { chosen, groups, counts, cache }: Adding,
) {
  const { filter } = query
  const aparts = apart(query)
  const runsOf = monthRuns(query, aparts)
  const days = new Map([...standing.stale].map(([id, stale]) => [id, new Set(stale)]))
  const ofDays = [...days.values()].flatMap((own) => [...own].map((day) => monthOf(day * dayMs)))
  const loose: Loose = { months: new Set([...standing.months, ...ofDays]), aparts, days }
  const questions = new Map(
    filter.readers.map(({ historyId, profileIds }) => {
      const users = profileIds.map((id) => counts.userOf(id))
      return [historyId, { users, asked: questionOf(filter, query.groupBy, profileIds) }] as const
    }),
  )
  const addersOf = addersFor(groups, counts)
  const addAll = viewAdder(groups, counts)
  const addHeld = async (): Promise<readonly DetailPart[]> => {
    const missing: DetailPart[] = []
    await inPieces(partsOf(standing, [...questions.keys()], runsOf), (part) => {
      const { users, asked: question } = questions.get(part.historyId)!
      const name = question === null ? null : viewName(part, question)
      const held = name === null ? null : cache.details.get(name, part.version)
      if (held === null) missing.push(part)
      else addAll(held, { part, users })
      return held?.cells.byteLength ?? 0
    })
    return missing
  }
  const addRows = async (part: DetailPart, rows: readonly KeptDetails[]): Promise<void> => {
    const { historyId, month, version, asked } = part
    if (rows[0]?.version !== version) {
      const own = days.get(historyId) ?? new Set()
      days.set(historyId, own)
      for (const day of daysIn(month)) own.add(day)
      return
    }
    const { users, asked: question } = questions.get(historyId)!
    const view = question === null ? null : new DetailCounts({ part, users })
    const addTo = view === null ? addersOf : viewAdders(groups, view)
    const add = rowAdder(query, part, chosen.get(historyId)!, addTo, counts)
    const askedDays = bitsOf(daysOfRuns(asked))
    for (const row of rows) {
      if ((row.days & askedDays) === 0) continue
      add(row)
      if (view?.isFull) addAll(view.takeSome(), { part, users })
      await nextTurn()
    }
    if (question === null || view === null) return
    const found = view.take()
    addAll(found, { part, users })
    const name = viewName(part, question)
    if (view.isWhole) cache.details.set(name, version, found, viewBytes(name, found))
  }
  return { addHeld, addRows, loose }
}

function* partsOf(
  standing: Standing,
  historyIds: readonly number[],
  runsOf: ReturnType<typeof monthRuns>,
): Generator<DetailPart> {
  for (const month of standing.months) {
    for (const historyId of historyIds) {
      const version = standing.versionOf(historyId, levels.month, month)
      if (version === null) continue
      const asked = runsOf(month, standing.staleDaysIn(historyId, month))
      if (asked.slots > 0) yield { historyId, month, version, asked }
    }
  }
}

function addersFor(groups: TitleGroups | TraitGroups, counts: Counts) {
  if (!('ofTraits' in groups)) return titleAdders(groups, counts)
  return (traits: Traits): ReturnType<AddersOf> => {
    const adders = [counts.adder(groups.ofTraits(traits))]
    return () => adders
  }
}

function rowAdder(
  { filter, slots }: StatisticsQuery,
  { month, asked }: DetailPart,
  chosen: Chosen,
  addersOf: (traits: Traits) => ReturnType<AddersOf>,
  counts: Counts,
) {
  const conditions = askedTraits(filter, chosen)
  const isAsked = titleFilter(filter.favorite, chosen)
  const map = quarterMap(slots, month, asked)
  const quarters = quartersIn(month)
  return (row: KeptDetails): void => {
    const traits = readAsked(row, conditions)
    if (traits.every((own) => own === null)) return
    const titles = titleNumbersOf(row)
    const adders = traits.map((own) => own && addersOf(own))
    const users = traits.map((own) => (own === null ? -1 : counts.userOf(own.profile_id)))
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
