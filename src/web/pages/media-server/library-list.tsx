import { useLingui } from '@lingui/react/macro'
import { Group, Switch, Text } from '@mantine/core'
import type { MediaServer } from '../../data/household.ts'
import { SortableList } from '../../parts/sortable-list.tsx'
import { reordered } from './library-order.ts'

type Props = {
  readonly names: readonly string[]
  readonly hidden: readonly string[]
  readonly order: readonly string[]
  readonly set: (next: NonNullable<MediaServer['libraries']>) => void
}

/** Loaded apart: moving with the mouse takes a tenth of the page's script. */
export function LibraryList({ names, hidden, order, set }: Props) {
  const { t } = useLingui()
  return (
    <SortableList
      entries={names.map((name) => ({ key: name, title: name }))}
      change={(next) =>
        set({
          order: reordered(
            next.map(({ key }) => key),
            order,
          ),
        })
      }
      render={({ title }, moves) => (
        <Group justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            {moves}
            <Text>{title}</Text>
          </Group>
          <Switch
            aria-label={t`${title} is shown`}
            checked={!hidden.includes(title)}
            onChange={(event) =>
              set({
                hidden: event.currentTarget.checked
                  ? hidden.filter((name) => name !== title)
                  : [...hidden, title],
              })
            }
          />
        </Group>
      )}
    />
  )
}
