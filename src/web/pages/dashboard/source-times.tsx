import { useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { SourceTimesDocument } from '../../documents.ts'
import type { SourceTimesQuery } from '../../documents.ts'
import { CopyCsv } from '../../parts/copy-csv.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { BreakerBadge } from '../sources/breaker-badge.tsx'
import { daysAgo, timeZone } from './time.ts'

function useSourceTimes(days: number) {
  return useQuery({
    queryKey: ['source-times', days],
    async queryFn() {
      const variables = { from: daysAgo(days), timeZone }
      return (await request(SourceTimesDocument, variables)).sourceHealth
    },
    staleTime: 60_000,
  })
}

/** How each source answered, and how long it took on the last day on which it was asked. */
export function SourceTimes({ days }: { days: number }) {
  const { t, i18n } = useLingui()
  const { data, error, refetch } = useSourceTimes(days)
  const rows = (data ?? []).map((one) => rowOf(one))
  const head = [t`Source`, t`Asked`, t`Answered`, t`Timed out`, t`Results`, t`Kept`]
  const times = [t`Half within`, t`95% within`, t`99% within`]
  const percent = (value: number | null) =>
    value === null ? '–' : i18n.number(value, { style: 'percent' })
  const ms = (value: number | null) => (value === null ? '–' : t`${value} ms`)
  return (
    <Card withBorder padding="lg" component="section" mih="10rem">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">{t`How the sources answer`}</Title>
          <CopyCsv lines={[[...head, ...times], ...rows.map((row) => csvLine(row))]} />
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
            <Table miw="44rem">
              <Table.Thead>
                <Table.Tr>
                  {[...head, ...times].map((name) => (
                    <Table.Th key={name}>{name}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Th scope="row">
                      {row.name} <BreakerBadge breaker={row.breaker} />
                    </Table.Th>
                    <Table.Td>{row.asked}</Table.Td>
                    <Table.Td>{percent(row.answered)}</Table.Td>
                    <Table.Td>{row.timedOut}</Table.Td>
                    <Table.Td>{row.results}</Table.Td>
                    <Table.Td>{row.kept}</Table.Td>
                    {row.times.map((value, index) => (
                      <Table.Td key={times[index]}>{ms(value)}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
        {rows.length > 0 && (
          <Text size="sm" c="dimmed">
            {t`Times are those of the last day on which a source was asked.`}
          </Text>
        )}
      </Stack>
    </Card>
  )
}

function rowOf({ source, breaker, buckets }: SourceTimesQuery['sourceHealth'][number]) {
  const sum = (key: 'asked' | 'answered' | 'timedOut' | 'results' | 'kept') =>
    buckets.reduce((total, bucket) => total + bucket[key], 0)
  const latest = buckets.findLast(({ p50 }) => p50 !== null)
  const asked = sum('asked')
  return {
    id: source.id,
    name: source.name,
    breaker,
    asked,
    /** Share; null: never asked. */
    answered: asked === 0 ? null : sum('answered') / asked,
    timedOut: sum('timedOut'),
    results: sum('results'),
    kept: sum('kept'),
    times: [latest?.p50 ?? null, latest?.p95 ?? null, latest?.p99 ?? null],
  }
}

function csvLine(row: ReturnType<typeof rowOf>): (string | number)[] {
  const { name, asked, answered, timedOut, results, kept, times } = row
  return [name, asked, answered ?? '', timedOut, results, kept, ...times.map((one) => one ?? '')]
}
