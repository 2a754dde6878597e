import { quarterMs } from '../../../model/time-slots.ts'
import { Cells, Places, visitCells } from './cells.ts'
import type { PlayRow } from './rows.ts'
import type { CountedPlay } from './scan.ts'
import { monthStart, quartersOfDay } from './sums.ts'

/** Some plays of a month of a history: `cells` counts them by title, traits and quarter of the hour. */
export type DetailRow = {
  history_id: number
  month: number
  part: number
  /** Of the month, a bit each. */
  days: number
  cell_count: number
  traits: string
  cells: Uint8Array
}

const traitColumns = [
  'profile_id',
  'kind',
  'client',
  'device_name',
  'resolution',
  'source',
  'service',
  'delivery',
  'origin',
] as const satisfies readonly (keyof PlayRow)[]

/** What plays of a title are told apart by. `isWhole`: the item is the title itself, not an episode of it. */
export type Traits = Readonly<Record<(typeof traitColumns)[number], string>> & {
  readonly isWhole: boolean
}

/** As stored: of each combination of traits the places of its names, then whether the title is meant; numbers of titles. */
type StoredTraits = {
  readonly names: readonly string[]
  readonly places: readonly (readonly number[])[]
  readonly titles: readonly number[]
}

export type Details = {
  readonly traits: readonly Traits[]
  readonly titles: readonly number[]
}

export type AskedTraits = readonly {
  readonly column: (typeof traitColumns)[number]
  readonly values: ReadonlySet<string>
}[]

export type AskedDetails = Pick<Details, 'titles'> & { readonly traits: readonly (Traits | null)[] }

const mostTraits = 2 ** 20

export function quartersIn(month: number): number {
  return (monthStart(month + 1) - monthStart(month)) / quarterMs
}

export function readDetails({ traits }: Pick<DetailRow, 'traits'>): Details {
  const { names, places, titles } = JSON.parse(traits) as StoredTraits
  return { titles, traits: places.map((place) => traitsAt(names, place)) }
}

/** Null in the place of traits that are not asked for: they are often many, and no object is made of them. */
export function readAsked({ traits }: Pick<DetailRow, 'traits'>, asked: AskedTraits): AskedDetails {
  const { names, places, titles } = JSON.parse(traits) as StoredTraits
  const tests = asked.map(({ column, values }) => ({
    column: traitColumns.indexOf(column),
    isNamed: names.map((name) => values.has(name)),
  }))
  const isAsked = (place: readonly number[]): boolean =>
    tests.every(({ column, isNamed }) => isNamed[place[column]!])
  return {
    titles,
    traits: places.map((place) => (isAsked(place) ? traitsAt(names, place) : null)),
  }
}

function traitsAt(names: readonly string[], place: readonly number[]): Traits {
  return {
    profile_id: names[place[0]!]!,
    kind: names[place[1]!]!,
    client: names[place[2]!]!,
    device_name: names[place[3]!]!,
    resolution: names[place[4]!]!,
    source: names[place[5]!]!,
    service: names[place[6]!]!,
    delivery: names[place[7]!]!,
    origin: names[place[8]!]!,
    isWhole: place[9] === 1,
  }
}

export function bitsOf(days: Iterable<number>): number {
  return [...days].reduce((bits, day) => bits | (1 << day), 0)
}

/** Counts of one row, while its plays are read; titles have their keys or their numbers. */
export class DetailPart {
  readonly number: number
  private readonly month: number
  private readonly quarters: number
  private readonly cells = new Cells()
  private readonly traits = new Map<string, number>()
  private readonly titles = new Map<string | number, number>()
  private readonly groups = new Places()

  constructor(month: number, number: number) {
    this.number = number
    this.month = month
    this.quarters = quartersIn(month)
  }

  get cellCount(): number {
    return this.cells.count
  }

  add(play: CountedPlay): void {
    const quarter = Math.floor((play.started_at - monthStart(this.month)) / quarterMs)
    const names = traitColumns.map((column) => play[column] ?? '')
    const place = this.placeOf(names, play.item_key === play.title_key)
    const finished = play.finished ? 1 : 0
    const watched = play.watched_ms
    this.cells.add(
      this.groupOf(play.title_key, place) * this.quarters + quarter,
      1,
      finished,
      watched,
      finished * watched,
    )
  }

  /** Takes over what is kept, without some days of the month. */
  keep(row: Pick<DetailRow, 'traits' | 'cells'>, without: ReadonlySet<number>): void {
    const { traits, titles } = readDetails(row)
    const places = new Map<Traits, number>()
    // Only of what is left: traits name devices and apps.
    const placeOf = (own: Traits): number => {
      const names = traitColumns.map((column) => own[column])
      const place = places.get(own) ?? this.placeOf(names, own.isWhole)
      places.set(own, place)
      return place
    }
    visitCells(row.cells, (index, ...sums) => {
      const quarter = index % this.quarters
      if (without.has(Math.floor(quarter / quartersOfDay))) return
      const group = Math.floor(index / this.quarters)
      const title = titles[Math.floor(group / traits.length)]!
      const own = this.groupOf(title, placeOf(traits[group % traits.length]!))
      this.cells.add(own * this.quarters + quarter, ...sums)
    })
  }

  titleKeys(): readonly string[] {
    return [...this.titles.keys()].filter((title) => typeof title === 'string')
  }

  encode(
    numbers: ReadonlyMap<string, number>,
  ): Pick<DetailRow, 'part' | 'days' | 'cell_count' | 'traits' | 'cells'> {
    const numberOf = (title: string | number) =>
      typeof title === 'number' ? title : numbers.get(title)!
    const own = [...this.titles.keys()].map(numberOf)
    const titles = [...new Set(own)].toSorted((a, b) => a - b)
    const rank = new Map(titles.map((number, index) => [number, index]))
    const ranks = own.map((number) => rank.get(number)!)
    const storedAs = (group: number): number => {
      const code = this.groups.indexes[group]!
      return ranks[Math.floor(code / mostTraits)]! * this.traits.size + (code % mostTraits)
    }
    const days = new Set<number>()
    const cells = this.cells.encode((index) => {
      const quarter = index % this.quarters
      days.add(Math.floor(quarter / quartersOfDay))
      return storedAs(Math.floor(index / this.quarters)) * this.quarters + quarter
    })
    return {
      part: this.number,
      days: bitsOf(days),
      cell_count: this.cells.count,
      traits: this.traitsText(titles),
      cells,
    }
  }

  private traitsText(titles: readonly number[]): string {
    const names = new Map<string, number>()
    const places = [...this.traits.keys()].map((text) => {
      const [isWhole, ...own] = JSON.parse(text) as [number, ...string[]]
      const numbers = own.map((name) => {
        const place = names.get(name) ?? names.size
        names.set(name, place)
        return place
      })
      return [...numbers, isWhole]
    })
    return JSON.stringify({ names: [...names.keys()], places, titles } satisfies StoredTraits)
  }

  private placeOf(names: readonly string[], isWhole: boolean): number {
    const text = JSON.stringify([isWhole ? 1 : 0, ...names])
    const place = this.traits.get(text) ?? this.traits.size
    if (place === mostTraits) throw new RangeError(`A part has at most ${mostTraits} traits`)
    this.traits.set(text, place)
    return place
  }

  private groupOf(title: string | number, place: number): number {
    const own = this.titles.get(title) ?? this.titles.size
    this.titles.set(title, own)
    return this.groups.of(own * mostTraits + place)
  }
}
