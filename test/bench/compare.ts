import type { Figure } from './table.ts'

/** What `--json` keeps of a run. */
export type KeptRun = { readonly quick: boolean; readonly figures: readonly Figure[] }

const tolerated = 1.05

/** What one run did worse than another by more than 5 %, a line each. Figures without a target have no better and worse. */
export function worseThan(before: KeptRun, now: KeptRun): readonly string[] {
  if (before.quick !== now.quick) {
    throw new Error('Runs with and without --quick cannot be compared.')
  }
  const earlier = new Map(before.figures.map((figure) => [figure.work, figure]))
  const pairs = now.figures.flatMap((figure) => {
    const old = earlier.get(figure.work)
    return old?.unit === figure.unit && figure.target !== null ? [{ figure, old }] : []
  })
  if (pairs.length === 0) throw new Error('The two runs have no figure in common.')
  return pairs.flatMap(({ figure, old }) => {
    const by = decline(figure, old.measured)
    if (by <= tolerated) return []
    const change = `${old.measured} → ${figure.measured} ${figure.unit}`.trimEnd()
    return [`${figure.work}: ${change}, ${((by - 1) * 100).toFixed(0)} % worse`]
  })
}

/** 1 where nothing changed, 2 where it is twice as slow. */
function decline({ measured, target }: Figure, before: number): number {
  if (measured === before) return 1
  return target !== null && 'least' in target ? before / measured : measured / before
}
