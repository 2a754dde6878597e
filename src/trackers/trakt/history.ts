import type { ImportedEntry } from '../../model/tracker.ts'
import { failureIn } from '../answers.ts'
import { playEntries, plays } from './entries.ts'
import { isoOf } from './words.ts'
import { maxPages, readPage } from './pages.ts'
import type { Send } from './pages.ts'

/** How far single plays were read: newest first, up to a time, so that new ones do not move the pages. */
type Place = {
  /** The next one; 0: all were read. */
  readonly page: number
  readonly until: number
  /** Of the reading before this one: the latest id, and how many plays there were. */
  readonly knownId: number
  readonly knownCount: number
  readonly latestId: number
  readonly countAtBegin: number
  /** Of `changedSince` and `withKnown`. */
  readonly again: number
  /** When all pages were read last, and the latest id by then. */
  readonly wholeAt: number
  readonly wholeId: number
}

type Asked = {
  readonly send: Send
  readonly place: string | undefined
  readonly isChanged: boolean
  /** Whether the pull reads nothing else. */
  readonly isAlone: boolean
  readonly signal: AbortSignal
}

type PlaysRead = {
  readonly entries: readonly ImportedEntry[]
  /** What the next reading begins from. */
  readonly place: string
  /** When to go on; null: as usual. */
  readonly ttlMs: number | null
}

/** The rest is read by later pulls. */
const pagesAtOnce = 20
const atOnceMs = 30_000
/** A play that got another date may stand on any page, and the count does not tell. */
const wholeEveryMs = 86_400_000

/** Something was watched since the reading began. */
const changedSince = 1
/** Plays may have changed their pages while the reading before was under way: known ones come, too. */
const withKnown = 2

const start: Place = {
  page: 0,
  until: 0,
  knownId: 0,
  knownCount: 0,
  latestId: 0,
  countAtBegin: 0,
  again: 0,
  wholeAt: 0,
  wholeId: 0,
}
const names = Object.keys(start) as (keyof Place)[]
/** Of places without the last two. */
const leastNumbers = names.length - 2

/** Some pages of single plays, from where the last reading ended. */
export async function readPlays({
  send,
  place,
  isChanged,
  isAlone,
  signal,
}: Asked): Promise<PlaysRead> {
  const known = placeIn(place)
  let current = known === null ? begun(start) : resumed(known, isChanged)
  const entries: ImportedEntry[] = []
  const end = Date.now() + atOnceMs
  for (let read = 0; read < pagesAtOnce && current.page > 0 && Date.now() < end; read += 1) {
    try {
      const page = await nextOf(send, current)
      entries.push(...page.entries)
      current = page.place
    } catch (error) {
      const failure = failureIn(error, 'Trakt')
      // What was read is kept; a later pull begins here. A server without such a history keeps its lists.
      const isKept = read > 0 || !isAlone || failure.kind === 'refused'
      if (!isKept || signal.aborted) throw error
      const ttlMs = failure.kind === 'retry' ? failure.afterMs : null
      return { entries, place: textOf(current), ttlMs: ttlMs ?? (read > 0 ? 0 : null) }
    }
  }
  return { entries, place: textOf(current), ttlMs: current.page === 0 ? null : 0 }
}

async function nextOf(send: Send, place: Place) {
  const path = `/sync/history?extended=full&end_at=${isoOf(place.until)}`
  const { items, pages, count } = await readPage(send, path, plays, place.page)
  const isNew = ({ id }: { id: number }): boolean => id > place.knownId
  const latestId = items.reduce((latest, { id }) => Math.max(latest, id), place.latestId)
  const isBegin = place.page === 1
  // Plays with older dates stand on later pages, and the counts do not tell of them where others were removed.
  const found = items.findIndex((item) => !isNew(item))
  const isUsual = isBegin && found > 0 && found === count - place.knownCount
  const isLast = isUsual || place.page >= Math.min(pages, maxPages)
  const read = { ...place, latestId, ...(isBegin && { countAtBegin: count }) }
  const next = isLast ? ended(read, count, !isUsual) : { ...read, page: place.page + 1 }
  // Each comes once: later, what was done here since may no longer tell whose play it is.
  const unread = (place.again & withKnown) === 0 ? items.filter(isNew) : items
  return { entries: playEntries(unread), place: next }
}

function resumed(place: Place, isChanged: boolean): Place {
  if (!isChanged) return place
  return place.page === 0 ? begun(place) : { ...place, again: place.again | changedSince }
}

function begun(place: Place): Place {
  const until = Date.now()
  const isWhole = until - place.wholeAt > wholeEveryMs
  const known = isWhole ? { knownId: place.wholeId, knownCount: 0 } : null
  return { ...place, page: 1, until, ...known }
}

function ended(place: Place, count: number, isWhole: boolean): Place {
  const { latestId, again, until } = place
  // Removed plays move others to pages that were read before: unless all are read again, these are missing.
  const isMoved = place.countAtBegin !== count
  const known = {
    ...start,
    latestId,
    knownId: latestId,
    knownCount: isMoved ? 0 : count,
    again: isMoved ? withKnown : 0,
    wholeAt: isWhole ? until : place.wholeAt,
    wholeId: isWhole ? latestId : place.wholeId,
  }
  const isAgain = (again & changedSince) !== 0 || (again === 0 && isMoved)
  return isAgain ? begun({ ...known, again: withKnown }) : known
}

function textOf(place: Place): string {
  return names.map((name) => place[name]).join('-')
}

function placeIn(text: string | undefined): Place | null {
  const numbers = text?.split('-').map(Number) ?? []
  const isKnown = numbers.length >= leastNumbers && numbers.length <= names.length
  if (!isKnown || !numbers.every(Number.isSafeInteger)) return null
  return {
    ...start,
    ...Object.fromEntries(numbers.map((number, index) => [names[index]!, number])),
  }
}
