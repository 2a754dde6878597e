export type Row = {
  readonly label: () => string
  /** For a spreadsheet, where the label is not meant for one. */
  readonly date?: () => string
  readonly counts: Readonly<Record<string, number>>
}
export type Series = { readonly name: string; readonly key: string }

export const chartHeight = 200
/** About that of all of them, so that what stands below them does not jump when they come. */
export const chartsHeight = '56rem'
