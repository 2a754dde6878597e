import type { SubtitleTrack } from './source.ts'

/** Objects that have a table of their own are given to `Described`. */
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

/** GraphQL, REST, `requiredFields`, templates and expressions are made from these rows. */
export type FieldRow = {
  readonly type: keyof ValueTypes
  readonly list?: true
  readonly nullable?: true
  readonly values?: readonly string[]
  readonly description?: string
  /** Whether templates and expressions can read it. Addresses and headers may hold keys, so they cannot. */
  readonly scripts?: true
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

export type Described<Table extends FieldTable, Objects = object> = {
  readonly [Name in keyof Table]: Value<Table[Name], Objects>
}

export function absentValue({ list }: FieldRow): [] | null {
  return list ? [] : null
}
