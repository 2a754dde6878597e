import { useSortable } from '@dnd-kit/sortable'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Card, Collapse, Group, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { SourceEntry } from '../../data/configuration.ts'
import { HealthBars } from './health-bars.tsx'
import type { Health } from './source-health.ts'
import { SourceSettings } from './source-settings.tsx'
import { SourceTest } from './source-test.tsx'
import { sourceHost, sourceTitle } from './source-title.ts'

export type SourceCardProps = {
  readonly id: string
  readonly source: SourceEntry
  readonly health: Health | undefined
  readonly change: (source: SourceEntry) => void
  readonly remove: () => void
  readonly moveUp: (() => void) | null
  readonly moveDown: (() => void) | null
}

export function SourceCard(props: SourceCardProps) {
  const { id, source, change, health } = props
  const { t } = useLingui()
  const { setNodeRef, transform, transition, isDragging } = useSortable({ id })
  const [isOpen, details] = useDisclosure()
  const title = sourceTitle(source)
  const y = transform ? Math.round(transform.y) : 0
  return (
    <Card
      withBorder
      padding="sm"
      component="li"
      ref={setNodeRef}
      style={{
        transform: transform ? `translateY(${y}px)` : undefined,
        transition,
        zIndex: isDragging ? 1 : undefined,
        listStyle: 'none',
        overflow: 'visible',
      }}
    >
      <Group justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap" flex="1 1 12rem" miw={0}>
          <Order {...props} title={title} />
          <div>
            <Text fw={600}>{title}</Text>
            <Text size="sm" c="dimmed">
              {sourceHost(source.url)}
            </Text>
          </div>
        </Group>
        <HealthBars health={health} />
        <Group gap="sm">
          <Switch
            aria-label={t`${title} is asked`}
            checked={source.enabled !== false}
            onChange={(event) => change({ ...source, enabled: event.currentTarget.checked })}
          />
          <Button variant="subtle" size="xs" onClick={details.toggle} aria-expanded={isOpen}>
            {t`Details`}
          </Button>
        </Group>
      </Group>
      <Collapse expanded={isOpen}>
        <Stack mt="md">
          <SourceSettings source={source} change={change} />
          <SourceTest source={source} />
          <Button color="red" variant="light" onClick={props.remove}>
            {t`Remove ${title}`}
          </Button>
        </Stack>
      </Collapse>
    </Card>
  )
}

function Order({ id, moveUp, moveDown, title }: SourceCardProps & { readonly title: string }) {
  const { t } = useLingui()
  const { attributes, listeners, setActivatorNodeRef } = useSortable({ id })
  const buttons = [
    { sign: '↑', label: t`Move ${title} up`, act: moveUp },
    { sign: '↓', label: t`Move ${title} down`, act: moveDown },
  ]
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        className="grip"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t`Drag ${title}`}
      >
        <span aria-hidden="true">⠿</span>
      </ActionIcon>
      {buttons.map(({ sign, label, act }) => (
        <ActionIcon
          key={sign}
          variant="subtle"
          color="gray"
          aria-label={label}
          disabled={act === null}
          onClick={() => act?.()}
        >
          <span aria-hidden="true">{sign}</span>
        </ActionIcon>
      ))}
    </Group>
  )
}
