import { useLingui } from '@lingui/react/macro'
import { useConfiguration } from '../../data/configuration.ts'
import type { SourceEntry } from '../../data/configuration.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { SortableList } from '../../parts/sortable-list.tsx'
import { SourceCard } from './source-card.tsx'
import { useSourceHealth } from './source-health.ts'
import { sourceTitle } from './source-title.ts'

type Props = {
  readonly sources: readonly SourceEntry[]
  /** As they are saved, in the order of the service's ids for them. */
  readonly saved: readonly SourceEntry[]
  readonly change: (sources: readonly SourceEntry[]) => void
}

export function SourceList({ sources, saved, change }: Props) {
  const keys = keysOf(sources)
  const { sourceIds } = useConfiguration()
  const ids = new Map(keysOf(saved).map((key, index) => [key, sourceIds[index]]))
  const entries = sources.map((source, index) => ({
    source,
    index,
    key: keys[index]!,
    title: sourceTitle(source),
  }))
  return (
    <>
      <HealthFailure />
      <SortableList
        entries={entries}
        change={(next) => change(next.map(({ source }) => source))}
        render={({ source, index, key }, order) => (
          <SourceCard
            source={source}
            order={order}
            id={ids.get(key)}
            change={(next) => change(sources.with(index, next))}
            remove={() => change(sources.toSpliced(index, 1))}
          />
        )}
      />
    </>
  )
}

function HealthFailure() {
  const { t } = useLingui()
  const { error, refetch } = useSourceHealth()
  if (!error) return null
  return (
    <FailureNotice
      title={t`How the sources answer is not known`}
      error={error}
      retry={() => void refetch()}
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
