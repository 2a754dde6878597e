import { useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { SourceTimesDocument } from '../../documents.ts'
import type { SourceTimesQuery } from '../../documents.ts'
import { CopyCsv } from '../../parts/copy-csv.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useAreaNames } from '../../parts/use-area-names.ts'
import { BreakerBadge } from '../sources/breaker-badge.tsx'
import { daysAgo } from './time.ts'

type Health = SourceTimesQuery['sourceHealthByArea'][number]
type Row = ReturnType<typeof rowsOf>[number]

export function sourceTimesQuery(days: number) {
  return queryOptions({
    queryKey: ['source-times', days],
    async queryFn() {
      return (await request(SourceTimesDocument, { from: daysAgo(days) })).sourceHealthByArea
    },
    staleTime: 60_000,
  })
}

/** How each source answered in this time, and how long it took. */
export function SourceTimes({ days }: { days: number }) {
  const { t } = useLingui()
  const names = useAreaNames()
  const { data, error, refetch } = useQuery(sourceTimesQuery(days))
  const rows = (data ?? []).flatMap((one) => rowsOf(one))
  const head = [
    t`Source`,
    t`Asked for`,
    t`Asked`,
    t`Answered`,
    t`Timed out`,
    t`Results`,
    t`Kept`,
    t`Median`,
    t`95% within`,
    t`99% within`,
  ]
  const csvLine = ({ name, area, answered, kept, times, ...row }: Row) => [
    name,
    area === null ? '' : names[area],
    row.asked,
    answered ?? '',
    row.timedOut,
    row.results,
    kept ?? '',
    ...times.map((one) => one ?? ''),
  ]
  return (
    <Card withBorder padding="lg" component="section" mih="10rem">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">{t`How the sources answer`}</Title>
          <CopyCsv lines={() => [head, ...rows.map((row) => csvLine(row))]} />
        </Group>
        {error && <FailureNotice error={error} retry={() => void refetch()} />}
        {data?.length === 0 && <Text c="dimmed">{t`There are no sources yet.`}</Text>}
        {rows.length > 0 && (
          <div
            className="scrolled"
            tabIndex={0}
            role="region"
            aria-label={t`How the sources answer`}
          >
            <table className="table" style={{ minWidth: '54rem' }}>
              <thead>
                <tr>
                  {head.map((name) => (
                    <th key={name}>{name}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <SourceRow key={`${row.id} ${row.area}`} row={row} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Stack>
    </Card>
  )
}

function SourceRow({ row: { area, ...row } }: { row: Row }) {
  const { t, i18n } = useLingui()
  const names = useAreaNames()
  const percent = (value: number) => i18n.number(value, { style: 'percent' })
  const minWidth = row.breaker.state === 'CLOSED' ? undefined : '11rem'
  return (
    <tr>
      {row.span > 0 && (
        <th scope="rowgroup" rowSpan={row.span} style={{ minWidth, verticalAlign: 'top' }}>
          {row.name} <BreakerBadge breaker={row.breaker} />
        </th>
      )}
      <td>{area === null ? '–' : names[area]}</td>
      <td>{i18n.number(row.asked)}</td>
      <td>{row.answered === null ? '–' : percent(row.answered)}</td>
      <td>{i18n.number(row.timedOut)}</td>
      <td>{i18n.number(row.results)}</td>
      <td>{row.kept === null ? '–' : i18n.number(row.kept)}</td>
      {row.times.map((value, index) => (
        <td key={index}>{value === null ? '–' : t`${value} ms`}</td>
      ))}
    </tr>
  )
}

/** One for each thing that the source was asked for; the first spans them all. */
function rowsOf({ source: { id, name }, breaker, areas }: Health) {
  const asked = areas.length === 0 ? [null] : areas
  return asked.map((one, index) => {
    const area = one?.area ?? null
    const all = one?.buckets[0]
    return {
      id,
      name,
      breaker,
      area,
      span: index === 0 ? asked.length : 0,
      asked: all?.asked ?? 0,
      /** Share; null: never asked. */
      answered: all && all.asked > 0 ? all.answered / all.asked : null,
      timedOut: all?.timedOut ?? 0,
      results: all?.results ?? 0,
      /** Null: only streams are left out. */
      kept: all && area === 'STREAMS' ? all.kept : null,
      times: [all?.p50 ?? null, all?.p95 ?? null, all?.p99 ?? null],
    }
  })
}
