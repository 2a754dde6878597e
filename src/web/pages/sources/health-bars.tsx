import { useLingui } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { BreakerBadge } from './breaker-badge.tsx'
import type { Health } from './source-health.ts'

/** From this share of failures on, a day is bad. */
const badShare = 0.2

type Bucket = Health['buckets'][number]

function gradeOf({ asked, failed }: Bucket): string {
  if (asked === 0) return ''
  if (failed === 0) return 'good'
  return failed / asked < badShare ? 'fair' : 'bad'
}

/** A bar for each of the last days; screen readers hear the sum. */
export function HealthBars({ health }: { health: Health | undefined }) {
  const { t, i18n } = useLingui()
  if (!health) return null
  const { buckets, breaker } = health
  const asked = buckets.reduce((sum, one) => sum + one.asked, 0)
  const failed = buckets.reduce((sum, one) => sum + one.failed, 0)
  const latest = buckets.findLast(({ p50 }) => p50 !== null)?.p50 ?? null
  const share = asked === 0 ? null : (asked - failed) / asked
  const percent = share === null ? null : i18n.number(share, { style: 'percent' })
  const dead = buckets.reduce((sum, one) => sum + one.deadLinks, 0)
  const answers =
    percent === null ? t`Not asked this week` : t`${percent} of ${asked} answered this week`
  const day = (at: string) => i18n.date(at, { weekday: 'short', day: 'numeric', month: 'short' })
  const text = dead === 0 ? answers : `${answers} · ${t`Dead links: ${dead}`}`
  return (
    <Group gap="xs">
      <BreakerBadge breaker={breaker} />
      <span className="health" role="img" aria-label={text} title={text}>
        {buckets.map((one) => (
          <span
            key={one.from}
            className={gradeOf(one)}
            title={`${day(one.from)}: ${one.asked - one.failed} / ${one.asked}`}
          />
        ))}
      </span>
      <Text size="xs" c="dimmed" miw="6rem">
        {percent ?? '–'}
        {latest !== null && ` · ${latest} ms`}
      </Text>
    </Group>
  )
}
