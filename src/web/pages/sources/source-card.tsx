import { useLingui } from '@lingui/react/macro'
import { Button, Collapse, Group, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import type { SourceEntry } from '../../data/configuration.ts'
import { DetailsButton } from '../../parts/details-button.tsx'
import { lazyPart } from '../../parts/lazy-part.ts'
import { useOnceTrue } from '../../parts/use-once-true.ts'
import { HealthBars } from './health-bars.tsx'
import { useHealthOf } from './source-health.ts'
import { SourceTest } from './source-test.tsx'
import { sourceHost, sourceTitle } from './source-title.ts'

const HealthTable = lazyPart(async () => (await import('./health-table.tsx')).HealthTable)
const SourceSettings = lazyPart(async () => (await import('./source-settings.tsx')).SourceSettings)

type Props = {
  readonly source: SourceEntry
  readonly order: ReactNode
  /** Of the service; none before it is saved. */
  readonly id: string | undefined
  readonly change: (source: SourceEntry) => void
  readonly remove: () => void
}

export function SourceCard({ source, order, id, change, remove }: Props) {
  const { t } = useLingui()
  const [isOpen, details] = useDisclosure()
  const wasOpen = useOnceTrue(isOpen)
  const title = sourceTitle(source)
  const host = sourceHost(source.url)
  return (
    <>
      <Group className="source" justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap" flex="1 1 12rem" miw={0}>
          {order}
          <div>
            <Text fw={600}>{title}</Text>
            {host !== title && (
              <Text size="sm" c="dimmed">
                {host}
              </Text>
            )}
          </div>
        </Group>
        <Figures id={id} />
        <Group className="controls" gap="sm">
          <Switch
            aria-label={t`${title} is asked`}
            checked={source.enabled !== false}
            onChange={(event) => change({ ...source, enabled: event.currentTarget.checked })}
          />
          <DetailsButton name={title} isOpen={isOpen} toggle={details.toggle} />
        </Group>
      </Group>
      <Collapse expanded={isOpen}>
        {wasOpen && (
          <Stack mt="md">
            {isOpen && (
              <Suspense fallback={<Skeleton h="12rem" />}>
                <SourceSettings source={source} change={change} />
              </Suspense>
            )}
            <SourceTest source={source} />
            {isOpen && (
              <Suspense fallback={<Skeleton h="12rem" />}>
                <FigureTable id={id} />
              </Suspense>
            )}
            <Button color="red" variant="light" onClick={remove}>
              {t`Remove ${title}`}
            </Button>
          </Stack>
        )}
      </Collapse>
    </>
  )
}

type FigureProps = { readonly id: string | undefined }

function Figures({ id }: FigureProps) {
  return <HealthBars health={useHealthOf(id)} />
}

function FigureTable({ id }: FigureProps) {
  return <HealthTable health={useHealthOf(id)} />
}
