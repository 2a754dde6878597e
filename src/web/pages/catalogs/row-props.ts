import type { Row } from './settings.ts'
import type { Catalogs } from './use-catalogs.ts'

export type RowProps = {
  readonly row: Row
  readonly title: string
  readonly rows: readonly Row[]
  readonly catalogs: Catalogs
}
