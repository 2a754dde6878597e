/** One measured figure. */
export type Figure = {
  readonly work: string
  readonly measured: number
  readonly unit: string
  /** `null` for a figure that is only shown. */
  readonly target: { readonly most: number } | { readonly least: number } | null
  /** It hardly depends on what else the machine does, so that a short run must reach its target too. */
  readonly isSteady?: true
  /** What else is worth knowing, such as what the figure was compared with. */
  readonly note?: string
}

/** How far a figure is from its target: 1 or less reaches it, 2 is twice too slow. 0 where there is no target. */
export function strain({ measured, target }: Figure): number {
  if (target === null) return 0
  if ('most' in target && measured === target.most) return 1
  const ratio = 'most' in target ? measured / target.most : target.least / measured
  return Number.isNaN(ratio) ? Infinity : ratio
}

const headings = ['work', 'measured', 'target', '', '']

/** Lines of text with aligned columns. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = [headings, ...figures.map(cells)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cells(figure: Figure): string[] {
  const { work, measured, unit, target, note = '' } = figure
  const value = (number: number) => `${shorten(number)}${unit === '' ? '' : ` ${unit}`}`
  const wanted =
    target === null ? '' : 'most' in target ? `≤ ${value(target.most)}` : `≥ ${value(target.least)}`
  const verdict = target === null ? '' : strain(figure) <= 1 ? 'ok' : 'missed'
  return [work, value(measured), wanted, verdict, note]
}

/** Three digits are more than a run of this kind can promise. */
function shorten(number: number): string {
  return number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2)
}
