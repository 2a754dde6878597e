import { useLingui } from '@lingui/react/macro'
import { Badge, Text } from '@mantine/core'
import type { Health } from './source-health.ts'

/** Whether a source that fails is left alone, and since when it fails. */
export function BreakerBadge({ breaker: { state, since } }: Pick<Health, 'breaker'>) {
  const { t, i18n } = useLingui()
  if (state === 'CLOSED') return null
  const isToday = since && new Date(since).toDateString() === new Date().toDateString()
  const time = since && i18n.date(since, { timeStyle: 'short' })
  const date = since && i18n.date(since, { timeStyle: 'short', dateStyle: 'short' })
  const isOpen = state === 'OPEN'
  const title = isOpen
    ? t`It failed several times in a row, and is left alone for a while.`
    : t`The pause is over: the next request shows whether it answers again.`
  return (
    <>
      <Badge color={isOpen ? 'orange.5' : 'yellow.5'} autoContrast title={title}>
        {isOpen ? t`pausing` : t`tried next`}
      </Badge>{' '}
      {since && (
        <Text span size="xs" c="dimmed">
          {isToday ? t`since ${time}` : t`since ${date}`}
        </Text>
      )}
    </>
  )
}
