import { hash } from 'node:crypto'
import type { PlayFilter } from '../../../model/play-filter.ts'
import type { PlayGroup } from '../../../model/play-statistics.ts'
import { Cells, visitCells } from './cells.ts'
import type { Add, Counts } from './counts.ts'
import type { Traits } from './detail-parts.ts'
import type { MonthRuns } from './month-runs.ts'
import type { DetailView } from './month-views.ts'
import type { CountedPlay } from './scan.ts'
import { titleAdders } from './title-counts.ts'
import type { AddersOf, TitleGroups } from './title-counts.ts'
import { spaces } from './title-names.ts'
import { titleCode } from './title-sums.ts'

/** Groups that a play belongs to by what it was played on, and by whom. */
export type TraitGroups = { ofTraits(traits: GroupedTraits): string }

export type GroupedTraits = Pick<CountedPlay, Exclude<keyof Traits, 'isWhole'>>

/** A month of a history, which writing of its counts is meant, and what of it is asked for. */
export type DetailPart = {
  readonly historyId: number
  readonly month: number
  readonly version: number
  readonly asked: MonthRuns
}

/** What a question asks of a month of a history beside the time; null: of single titles, of which nothing is held. */
export function questionOf(
  { titles, except, favorite, ...filter }: PlayFilter,
  groupBy: PlayGroup | null,
  profileIds: readonly string[],
): string | null {
  if (titles !== null || except.length > 0 || favorite !== null) return null
  const { kinds, clients, devices, origin } = filter
  const isByTitle = groupBy === 'title' || groupBy === 'genre'
  const asked = [isByTitle ? 'title' : groupBy, profileIds, kinds, clients, devices, origin]
  return hash('sha256', JSON.stringify(asked), 'base64')
}

export function viewName({ historyId, month, asked }: DetailPart, question: string): string {
  return `details ${question} ${historyId} ${month} ${asked.name}`
}

type Shape = { readonly part: DetailPart; readonly users: readonly number[] }

const mostHeld = 20_000
/** Bytes of a text beside its characters, roughly. */
const textOverhead = 40

export function viewBytes(name: string, { names, cells }: DetailView): number {
  const ofTexts = [name, ...names].reduce((sum, text) => sum + 2 * text.length + textOverhead, 0)
  return ofTexts + cells.byteLength
}

export function viewAdder(groups: TitleGroups | TraitGroups, counts: Counts) {
  const addersOf =
    'ofTraits' in groups
      ? null
      : spaces.map((kind) => titleAdders(groups, counts)({ profile_id: '', kind }))
  return ({ names, cells }: DetailView, { part: { asked }, users }: Shape): void => {
    const adders = names.map((name) => [counts.adder(name)])
    visitCells(cells, (index, plays, finished, watchedMs, finishedMs) => {
      const place = Math.floor(index / users.length)
      const code = Math.floor(place / asked.slots)
      const slot = asked.first + place - code * asked.slots
      const user = users[index - place * users.length]!
      for (const add of addersOf?.[code % 2]!(Math.floor(code / 2)) ?? adders[code]!) {
        add(slot, plays, finished, watchedMs, finishedMs, user)
      }
    })
  }
}

export function viewAdders(groups: TitleGroups | TraitGroups, view: DetailCounts) {
  return (traits: Traits): ReturnType<AddersOf> => {
    if (!('ofTraits' in groups)) return (number) => view.adders(titleCode(number, traits.kind))
    const adders = view.adders(view.codeOf(groups.ofTraits(traits)))
    return () => adders
  }
}

/** What a question counts of a month, as it is held for whoever asks the same again. */
export class DetailCounts {
  isWhole = true
  private cells = new Cells()
  private readonly codes = new Map<string, number>()
  private readonly known = new Map<number, readonly Add[]>()
  private readonly shape: Shape

  constructor(shape: Shape) {
    this.shape = shape
  }

  codeOf(name: string): number {
    const code = this.codes.get(name) ?? this.codes.size
    this.codes.set(name, code)
    return code
  }

  adders(code: number): readonly Add[] {
    const adders = this.known.get(code) ?? [this.adder(code)]
    this.known.set(code, adders)
    return adders
  }

  private adder(code: number): Add {
    const { part, users } = this.shape
    const first = code * part.asked.slots - part.asked.first
    return (slot, plays, finished, watchedMs, finishedMs, user) => {
      const index = (first + slot) * users.length + users.indexOf(user)
      this.cells.add(index, plays, finished, watchedMs, finishedMs)
    }
  }

  get isFull(): boolean {
    return this.cells.count > mostHeld
  }

  take(): DetailView {
    const cells = new Uint8Array(this.cells.encode())
    this.cells = new Cells()
    return { names: [...this.codes.keys()], cells }
  }

  takeSome(): DetailView {
    this.isWhole = false
    return this.take()
  }
}
