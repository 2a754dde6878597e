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

const mostTraits = 2 ** 20

export function quartersIn(month: number): number {
  return (monthStart(month + 1) - monthStart(month)) / quarterMs
}

export function readDetails({ traits }: Pick<DetailRow, 'traits'>): Details {
  const { names, places, titles } = JSON.parse(traits) as StoredTraits
  return { titles, traits: places.map((place) => traitsAt(names, place)) }
}

/** Null in the place of traits that are not asked for: they are often many, and nothing is made of them. */
export function readAsked(
  { traits: text }: Pick<DetailRow, 'traits'>,
  asked: AskedTraits,
): readonly (Traits | null)[] {
  const names = namesIn(text)
  const tests = asked.map(({ column, values }) => ({
    column: traitColumns.indexOf(column),
    isNamed: names.map((name) => values.has(name)),
  }))
  const isAsked = (place: Int32Array): boolean =>
    tests.every(({ column, isNamed }) => isNamed[place[column]!])
  const found: (Traits | null)[] = []
  visitPlaces(text, (place) => found.push(isAsked(place) ? traitsAt(names, place) : null))
  return found
}

export function titleNumbersOf({ traits: text }: Pick<DetailRow, 'traits'>): readonly number[] {
  const { titles } = JSON.parse(`{${text.slice(text.lastIndexOf(titlesMark) + 2)}`) as StoredTraits
  return titles
}

/** Between the parts of stored traits. A text among the names has no quotation mark that is not escaped. */
const placesMark = '],"places":['
const titlesMark = '],"titles":['

function namesIn(text: string): readonly string[] {
  const names = `${text.slice(0, text.indexOf(placesMark))}]}`
  return (JSON.parse(names) as StoredTraits).names
}

const zero = 48
const comma = 44
const closing = 93

/** Faster than making an array of each. The same one is given again and again. */
function visitPlaces(text: string, visit: (place: Int32Array) => void): void {
  const end = text.lastIndexOf(titlesMark)
  const place = new Int32Array(traitColumns.length + 1)
  let column = 0
  let number = 0
  for (let at = text.indexOf(placesMark) + placesMark.length; at < end; at++) {
    const code = text.charCodeAt(at)
    const digit = code - zero
    if (digit >= 0 && digit <= 9) number = number * 10 + digit
    else {
      if (code === comma || code === closing) place[column++] = number
      if (code === closing) visit(place)
      else if (code !== comma) column = 0
      number = 0
    }
  }
}

function traitsAt(names: readonly string[], place: readonly number[] | Int32Array): Traits {
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
