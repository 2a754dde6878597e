import { useLingui } from '@lingui/react/macro'
import { Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Segments } from '../../parts/segments.tsx'
import { SortableList } from '../../parts/sortable-list.tsx'
import { withMerged } from './settings.ts'
import type { CatalogSettings, Merged, Row } from './settings.ts'

type Props = {
  readonly own: Merged
  readonly row: Row
  readonly settings: CatalogSettings
  readonly change: (settings: CatalogSettings) => void
}

export function MergedFields({ own, row, settings, change }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string | null>(null)
  // An empty field has the name from before, not what was left of it last.
  const [nameBefore, setNameBefore] = useState(own.name)
  const set = (next: Partial<Merged>) => change(withMerged(own.id, next, settings))
  const titleOf = (catalog: string): string => {
    const listed = row.sourceCatalogs.find(({ key }) => key === catalog)
    return listed ? `${listed.name} (${listed.source.name})` : catalog
  }
  return (
    <Stack>
      <TextInput
        label={t`Name in players`}
        value={typed ?? own.name}
        error={typed?.trim() === '' && t`It needs a name.`}
        onFocus={() => setNameBefore(own.name)}
        onBlur={() => setTyped(null)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          set({ name: value.trim() || nameBefore })
        }}
      />
      <Input.Wrapper label={t`How they are mixed`} labelElement="div">
        <Segments
          label={t`How they are mixed`}
          data={[
            { value: 'interleave', label: t`In turn` },
            { value: 'append', label: t`One after another` },
          ]}
          value={own.mix ?? 'interleave'}
          onChange={(mix) => set({ mix })}
        />
      </Input.Wrapper>
      <Text size="sm" fw={500}>{t`Its catalogs, in order`}</Text>
      <SortableList
        entries={own.catalogs.map((catalog) => ({ key: catalog, title: titleOf(catalog) }))}
        change={(next) => set({ catalogs: next.map(({ key }) => key) })}
        render={({ title }, order) => (
          <Group gap="xs" wrap="nowrap">
            {order}
            <Text>{title}</Text>
          </Group>
        )}
      />
    </Stack>
  )
}
