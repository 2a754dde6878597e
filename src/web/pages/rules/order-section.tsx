import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { SortableList } from '../../parts/sortable-list.tsx'
import { valueAt } from './rules.ts'
import type { Draft } from './use-draft.ts'
import { useNames } from '../../parts/use-names.ts'
import { defaultOrder, sortKeys } from '../../../model/vocabulary.ts'

type Criterion = { readonly by: string; readonly direction?: 'asc' | 'desc' }

export function OrderSection({ draft }: { draft: Draft }) {
  const { t } = useLingui()
  const { nameOf } = useNames()
  const [list, setList] = useState('global')
  const path = ['sort', list]
  const criteria = (valueAt(draft.rules, path) ?? []) as readonly Criterion[]
  const change = (next: readonly Criterion[]) => draft.set(path, next)
  const entries = criteria.map((criterion, index) => ({
    criterion,
    index,
    key: keyOf(criteria, index),
    title: nameOf(criterion.by),
  }))
  const free = sortKeys.filter((key) => !criteria.some(({ by }) => by === key))
  return (
    <Stack gap="sm">
      <ChoiceField
        label={t`The order of`}
        data={[
          { value: 'global', label: t`all titles` },
          { value: 'movies', label: t`films` },
          { value: 'series', label: t`series` },
          { value: 'anime', label: t`anime` },
          { value: 'cached', label: t`streams that a debrid service has ready, before all others` },
        ]}
        value={list}
        onChange={(next) => setList(next ?? 'global')}
      />
      {criteria.length === 0 && (
        <Text size="sm" c="dimmed">{t`Nothing is set here: the usual order applies.`}</Text>
      )}
      <SortableList
        entries={entries}
        change={(next) => change(next.map(({ criterion }) => criterion))}
        render={({ criterion, title, index }, order) => (
          <Group gap={6}>
            {order}
            <Text flex={1} size="sm" fw={500}>
              {title}
            </Text>
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => change(criteria.with(index, turned(criterion)))}
            >
              {isUsual(criterion) ? t`best first` : t`best last`}
            </Button>
            <ActionIcon
              variant="default"
              onClick={() => change(criteria.toSpliced(index, 1))}
              aria-label={t`Remove ${title}`}
            >
              ×
            </ActionIcon>
          </Group>
        )}
      />
      <Group align="end">
        <ChoiceField
          flex={1}
          label={t`Add a criterion`}
          placeholder={t`Choose one`}
          value={null}
          data={free.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(by) => by && change([...criteria, { by }])}
        />
        {criteria.length === 0 && (
          <Button variant="light" onClick={() => change(defaultOrder.map((by) => ({ by })))}>
            {t`Begin with the usual order`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** Independent of the key's position; repeated keys are numbered. */
function keyOf(criteria: readonly Criterion[], index: number): string {
  const { by } = criteria[index]!
  return `${by} ${criteria.slice(0, index).filter((one) => one.by === by).length}`
}

function isUsual({ by, direction }: Criterion): boolean {
  return direction === undefined || direction === (by === 'age' ? 'asc' : 'desc')
}

function turned(one: Criterion): Criterion {
  if (!isUsual(one)) return { by: one.by }
  return { by: one.by, direction: one.by === 'age' ? 'desc' : 'asc' }
}
