import type { SourceEntry } from '../../data/configuration.ts'
import { SortableList } from '../../parts/sortable-list.tsx'
import { SourceCard } from './source-card.tsx'
import { useSourceHealth } from './source-health.ts'
import { sourceTitle } from './source-title.ts'

type Props = {
  readonly sources: readonly SourceEntry[]
  /** As they are saved: the service numbers those without an id in this order. */
  readonly saved: readonly SourceEntry[]
  readonly change: (sources: readonly SourceEntry[]) => void
}

export function SourceList({ sources, saved, change }: Props) {
  const health = useSourceHealth()
  const keys = keysOf(sources)
  const savedKeys = keysOf(saved)
  const idOf = ({ id }: SourceEntry, key: string): string => id ?? `#${savedKeys.indexOf(key) + 1}`
  const entries = sources.map((source, index) => ({
    source,
    index,
    key: keys[index]!,
    title: sourceTitle(source),
  }))
  return (
    <SortableList
      entries={entries}
      change={(next) => change(next.map(({ source }) => source))}
      render={({ source, index, key }, order) => (
        <SourceCard
          source={source}
          order={order}
          health={health.get(idOf(source, key))}
          change={(next) => change(sources.with(index, next))}
          remove={() => change(sources.toSpliced(index, 1))}
        />
      )}
    />
  )
}

/** Independent of the entry's position; equal entries are numbered. */
function keysOf(sources: readonly SourceEntry[]): string[] {
  const seen = new Map<string, number>()
  return sources.map(({ id, url }) => {
    const name = id ?? url
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return `${name} ${count}`
  })
}
