import type { Figure } from './table.ts'

/** What `--json` keeps of a run: the figures by their row. */
export type KeptRun = {
  readonly quick: boolean
  readonly rows: Readonly<Record<string, readonly Figure[]>>
}

const tolerated = 1.05

/** What one run did worse than another by more than 5 %, a line each. Figures without a target have no better and worse. */
export function worseThan(before: KeptRun, now: KeptRun): readonly string[] {
  if (before.quick !== now.quick) {
    throw new Error('Runs with and without --quick cannot be compared.')
  }
  const earlier = byName(before)
  const pairs = [...byName(now)].flatMap(([name, figure]) => {
    const old = earlier.get(name)
    return old?.unit === figure.unit && figure.target !== null ? [{ name, figure, old }] : []
  })
  if (pairs.length === 0) throw new Error('The two runs have no figure in common.')
  return pairs.flatMap(({ name, figure, old }) => {
    const by = decline(figure, old.measured)
    if (by <= tolerated) return []
    const change = `${old.measured} → ${figure.measured} ${figure.unit}`.trimEnd()
    return [`${name}: ${change}, ${((by - 1) * 100).toFixed(0)} % worse`]
  })
}

/** Several figures of a row may be of the same work, such as the memory after it. */
function byName({ rows }: KeptRun): Map<string, Figure> {
  const named = new Map<string, Figure>()
  for (const [row, figures] of Object.entries(rows)) {
    const times = new Map<string, number>()
    for (const figure of figures) {
      const time = (times.get(figure.work) ?? 0) + 1
      times.set(figure.work, time)
      named.set(`${row}: ${figure.work}${time > 1 ? ` (${time})` : ''}`, figure)
    }
  }
  return named
}

/** 1 where nothing changed, 2 where it is twice as slow. */
function decline({ measured, target }: Figure, before: number): number {
  if (measured === before) return 1
  return target !== null && 'least' in target ? before / measured : measured / before
}
