import { useLingui } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { CopyCsv } from '../../parts/copy-csv.tsx'
import { useAreaNames } from '../../parts/use-area-names.ts'
import { isoDate } from '../dashboard/time.ts'
import { BreakerBadge } from './breaker-badge.tsx'
import { worstArea } from './source-health.ts'
import type { AreaHealth, Health } from './source-health.ts'

/** The bars of a source in figures, for one thing that it is asked for at a time. */
export function HealthTable({ health }: { health: Health | undefined }) {
  const { t } = useLingui()
  const names = useAreaNames()
  const [chosen, choose] = useState<AreaHealth['area'] | null>(null)
  if (!health) return null
  const { areas } = health
  const shown = areas.find(({ area }) => area === chosen) ?? worstArea(areas)
  if (!shown) return <Text c="dimmed">{t`Not asked this week`}</Text>
  return (
    <div>
      {areas.length > 1 && (
        <Group align="end" gap="sm" mb="xs">
          <ChoiceField
            label={t`Asked for`}
            data={areas.map(({ area }) => ({ value: area, label: names[area] }))}
            value={shown.area}
            onChange={choose}
          />
          <BreakerBadge breaker={shown.breaker} />
        </Group>
      )}
      <Days buckets={shown.buckets} />
    </div>
  )
}

function Days({ buckets }: Pick<AreaHealth, 'buckets'>) {
  const { t, i18n } = useLingui()
  const head = [t`Day`, t`Asked`, t`Failed`, t`Median`]
  const lines = buckets.map(({ from, asked, failed, p50 }) => [
    isoDate(from),
    asked,
    failed,
    p50 ?? '',
  ])
  return (
    <>
      <CopyCsv lines={() => [head, ...lines]} />
      <div className="scrolled" tabIndex={0} role="region" aria-label={t`Its answers this week`}>
        <table className="table" style={{ whiteSpace: 'nowrap' }}>
          <caption>{t`Its answers this week`}</caption>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {buckets.map(({ from, asked, failed, p50 }) => (
              <tr key={from}>
                <th scope="row">
                  {i18n.date(from, { weekday: 'short', day: 'numeric', month: 'short' })}
                </th>
                <td>{asked}</td>
                <td>{failed}</td>
                <td>{p50 === null ? '–' : t`${p50} ms`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
