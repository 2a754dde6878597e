import { useLingui } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { useAreaNames } from '../../parts/use-area-names.ts'
import { BreakerBadge } from './breaker-badge.tsx'
import { answeredShare, sumOf, worstArea } from './source-health.ts'
import type { AreaHealth, Health } from './source-health.ts'

/** From this share of answers on, a day is fair. */
const fairShare = 0.8

function gradeOf(share: number | null): string {
  if (share === null) return ''
  if (share === 1) return 'good'
  return share > fairShare ? 'fair' : 'bad'
}

/** A bar for each of the last days, as good as what failed most often; screen readers hear the sums. */
export function HealthBars({ health }: { health: Health | undefined }) {
  const { t, i18n } = useLingui()
  const names = useAreaNames()
  if (!health) return null
  const { areas, breaker } = health
  const areasAsked = areas.filter(({ buckets }) => answeredShare(buckets) !== null)
  const percentOf = (buckets: AreaHealth['buckets']) =>
    i18n.number(answeredShare(buckets) ?? 0, { style: 'percent' })
  const named = (area: AreaHealth['area'], text: string) =>
    areasAsked.length > 1 ? `${names[area]}: ${text}` : text
  const answers = areasAsked.map(({ area, buckets }) => {
    const percent = percentOf(buckets)
    const asked = sumOf(buckets, (one) => one.asked)
    return named(area, t`${percent} of ${asked} answered this week`)
  })
  if (areasAsked.length === 0) {
    answers.push(breaker.state === 'CLOSED' ? t`Not asked this week` : t`It does not answer`)
  }
  const dead = sumOf(areas, ({ buckets }) => sumOf(buckets, ({ deadLinks }) => deadLinks))
  const text = [...answers, ...(dead === 0 ? [] : [t`Dead links: ${dead}`])].join(' · ')
  const worst = worstArea(areasAsked)
  const latest = worst?.buckets.findLast(({ p50 }) => p50 !== null)?.p50
  const share = worst ? percentOf(worst.buckets) : text
  const isFine = !worst || answeredShare(worst.buckets) === 1
  const figures = [isFine ? share : named(worst.area, share)]
  if (latest) figures.push(`${latest} ms`)
  return (
    <Group className="health-line" gap="xs">
      <BreakerBadge breaker={breaker} />
      {worst && <DayBars areas={areasAsked} text={text} />}
      <Text size="xs" c="dimmed" miw="6rem">
        {figures.join(' · ')}
      </Text>
    </Group>
  )
}

function DayBars({ areas, text }: { areas: readonly AreaHealth[]; text: string }) {
  const { i18n } = useLingui()
  const names = useAreaNames()
  const day = (at: string) => i18n.date(at, { weekday: 'short', day: 'numeric', month: 'short' })
  const days = (areas[0]?.buckets ?? []).map(({ from }, index) => {
    const buckets = areas.map((one) => one.buckets[index]!)
    const shares = buckets.flatMap((one) => answeredShare([one]) ?? [])
    const figures = buckets.map(({ asked, failed }, at) =>
      areas.length > 1
        ? `${names[areas[at]!.area]} ${asked - failed} / ${asked}`
        : `${asked - failed} / ${asked}`,
    )
    return {
      from,
      grade: gradeOf(shares.length === 0 ? null : Math.min(...shares)),
      title: `${day(from)}: ${figures.join(', ')}`,
    }
  })
  return (
    <span className="health" role="img" aria-label={text} title={text}>
      {days.map(({ from, grade, title }) => (
        <span key={from} className={grade} title={title} />
      ))}
    </span>
  )
}
