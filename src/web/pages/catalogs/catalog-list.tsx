import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { SortableList } from '../../parts/sortable-list.tsx'
import { CatalogRow } from './catalog-row.tsx'
import { merge, orderOf, ruleOf, sortedRows } from './settings.ts'
import type { Row } from './settings.ts'
import type { Catalogs } from './use-catalogs.ts'

type Props = { readonly catalogs: Catalogs; readonly rows: readonly Row[] }

export function CatalogList({ catalogs, rows }: Props) {
  const { t } = useLingui()
  const { settings, change, isWhole } = catalogs
  const [chosen, setChosen] = useState<readonly string[]>([])
  const sorted = sortedRows(rows, settings)
  const nameOf = (row: Row): string => {
    const own = settings.merged?.find(({ id }) => id === row.ref)
    return ruleOf(row, settings).name ?? own?.name ?? row.plainName
  }
  const taken = sorted.filter(({ ref }) => chosen.includes(ref))
  if (rows.length === 0) {
    return <Text c="dimmed">{t`No source has a catalog. Add one that has, such as Cinemeta.`}</Text>
  }
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">{t`All catalogs`}</Title>
      <Text size="sm">{t`Drag them, or use the arrows. Choose several to merge them into one.`}</Text>
      {taken.length > 1 && (
        <MergeBar
          count={taken.length}
          usualName={nameOf(taken[0]!)}
          merge={(name) => {
            change(merge(taken, name, sorted, settings, isWhole))
            setChosen([])
          }}
        />
      )}
      <SortableList
        entries={sorted.map((row) => ({ key: row.ref, title: nameOf(row), row }))}
        change={(next) =>
          change(
            orderOf(
              next.map(({ row }) => row),
              settings,
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
            isChosen={chosen.includes(row.ref)}
            choose={(isChosen) =>
              setChosen(isChosen ? [...chosen, row.ref] : chosen.filter((ref) => ref !== row.ref))
            }
          />
        )}
      />
    </Stack>
  )
}

type MergeProps = {
  readonly count: number
  readonly usualName: string
  readonly merge: (name: string) => void
}

function MergeBar({ count, usualName, merge: mergeAll }: MergeProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  return (
    <Card withBorder padding="sm" shadow="sm" className="merge-bar">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          mergeAll(name.trim() || usualName)
        }}
      >
        <Group align="end" gap="sm">
          <TextInput
            flex="1 1 10rem"
            label={t`Name of the merged catalog`}
            placeholder={usualName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit">
            <Plural value={count} one="Merge (# catalog)" other="Merge (# catalogs)" />
          </Button>
        </Group>
      </form>
    </Card>
  )
}
