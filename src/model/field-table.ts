import type { SubtitleTrack } from './source.ts'

/** What a field may hold, by its name in GraphQL; objects that have a table of their own are given to `Described`. */
type ValueTypes = {
  String: string
  Int: number
  SafeInt: number
  Float: number
  Boolean: boolean
  Headers: Readonly<Record<string, string>>
  SubtitleTrack: SubtitleTrack
  ParsedFile: unknown
}

/** One field of a result: GraphQL, REST, `requiredFields`, templates and expressions are made from its row. */
export type FieldRow = {
  readonly type: keyof ValueTypes
  /** A list, empty where nothing is known. */
  readonly list?: true
  /** Null where nothing is known. */
  readonly nullable?: true
  /** The only texts it may hold. */
  readonly values?: readonly string[]
  /** Unit or meaning, where the name alone does not say it. */
  readonly description?: string
  /** Whether templates and expressions can read it. Addresses and headers may hold keys and are not for them. */
  readonly scripts?: true
  /** How a result takes the field over from its duplicates. */
  readonly merge?: 'first' | 'most' | 'join' | 'joinTracks' | 'joinSameTorrent' | 'fillGaps'
}

export type FieldTable = Readonly<Record<string, FieldRow>>

type Single<Row extends FieldRow, Objects> = Row extends { values: readonly (infer Value)[] }
  ? Value
  : Row['type'] extends keyof Objects
    ? Objects[Row['type']]
    : ValueTypes[Row['type']]

type Value<Row extends FieldRow, Objects> = Row extends { list: true }
  ? readonly Single<Row, Objects>[]
  : Row extends { nullable: true }
    ? Single<Row, Objects> | null
    : Single<Row, Objects>

/** The object whose fields a table describes. */
export type Described<Table extends FieldTable, Objects = object> = {
  readonly [Name in keyof Table]: Value<Table[Name], Objects>
}

/** The value of a field of which nothing is known. */
export function absentValue({ list }: FieldRow): [] | null {
  return list ? [] : null
}
