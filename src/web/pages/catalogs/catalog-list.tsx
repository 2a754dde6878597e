import { useLingui } from '@lingui/react/macro'
import { Stack, Text, Title } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../parts/lazy-part.ts'
import { SortableList } from '../../parts/sortable-list.tsx'
import type { KeySet } from '../../parts/use-key-set.ts'
import { CatalogRow } from './catalog-row.tsx'
import { merge, orderOf, ruleOf, sortedRows } from './settings.ts'
import type { Row } from './settings.ts'
import type { Catalogs } from './use-catalogs.ts'

const MergeBar = lazyPart(async () => (await import('./merge-bar.tsx')).MergeBar)

type Props = {
  readonly catalogs: Catalogs
  readonly rows: readonly Row[]
  readonly chosen: KeySet
  readonly unfolded: KeySet
}

export function CatalogList({ catalogs, rows, chosen, unfolded }: Props) {
  const { t } = useLingui()
  const { settings, change, placed, isWhole } = catalogs
  const sorted = sortedRows(rows, settings)
  const nameOf = (row: Row): string => {
    const own = settings.merged?.find(({ id }) => id === row.ref)
    return ruleOf(row, settings).name ?? own?.name ?? row.plainName
  }
  const taken = sorted.filter(({ ref }) => chosen.has(ref))
  if (rows.length === 0) {
    return <Text c="dimmed">{t`No source has a catalog. Add one that has, such as Cinemeta.`}</Text>
  }
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">{t`All catalogs`}</Title>
      <Text size="sm">{t`Drag them, or use the arrows. Choose several to merge them into one.`}</Text>
      {taken.length > 1 && (
        <Suspense>
          <MergeBar
            count={taken.length}
            usualName={nameOf(taken[0]!)}
            merge={(name) => {
              const next = merge(taken, name, sorted, placed(), isWhole)
              change(next)
              chosen.clear()
              // An earlier one may have had its id.
              unfolded.drop(next.merged!.at(-1)!.id)
            }}
          />
        </Suspense>
      )}
      <SortableList
        entries={sorted.map((row) => ({ key: row.ref, title: nameOf(row), row }))}
        change={(next) =>
          change(
            orderOf(
              next.map(({ row }) => row),
              placed(),
              isWhole,
            ),
          )
        }
        render={({ row, title }, order) => (
          <CatalogRow
            row={row}
            title={title}
            rows={sorted}
            order={order}
            catalogs={catalogs}
            chosen={chosen}
            unfolded={unfolded}
          />
        )}
      />
    </Stack>
  )
}
