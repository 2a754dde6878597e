import { useLingui } from '@lingui/react/macro'
import { Box, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { loadPart } from '../../data/load-part.ts'
import { CopyCsv } from '../../parts/copy-csv.tsx'
import type { CsvLine } from '../../parts/csv-text.ts'
import { chartHeight } from './chart.ts'
import type { Row, Series } from './chart.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'

/** A query that a chart is drawn from. */
export type Asked<Data> = {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

type CardProps<Data> = {
  readonly title: string
  readonly series: readonly Series[]
  readonly asked: Asked<Data>
  readonly rowsOf: (data: Data) => readonly Row[]
  /** What is said where every count is zero; null: that nothing was watched. */
  readonly nothingOf?: (data: Data) => string | null
}

// The library of the charts is as large as everything else together: it comes where something is to be drawn.
const Bars = lazy(async () => ({ default: (await loadPart(() => import('./bars.tsx'))).Bars }))

/** A chart that can be read as a table, and copied as CSV. It waits for what it shows alone. */
export function ChartCard<Data>({ title, series, nothingOf, asked, rowsOf }: CardProps<Data>) {
  const { t } = useLingui()
  const [chosen, choose] = useState<'chart' | 'table' | null>(null)
  const { data, error, refetch } = asked
  const rows = data === undefined ? null : rowsOf(data)
  const isEmpty = rows?.every((row) => series.every(({ key }) => !row.counts[key]))
  const isTable = chosen === 'table'
  const waiting = <Skeleton h={chartHeight} />
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="sm">
        <Group justify="space-between" mih="1.5rem">
          <Title order={2} size="h5">
            {title}
          </Title>
          {rows && (
            <Group gap={4}>
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => choose(isTable ? 'chart' : 'table')}
              >
                {isTable ? t`Chart` : t`Table`}
              </Button>
              <CopyCsv lines={() => linesOf(rows, series)} />
            </Group>
          )}
        </Group>
        {rows && isTable && <ChartTable title={title} rows={rows} series={series} />}
        {rows && !isTable && isEmpty && (
          <Text c="dimmed" h={chartHeight}>
            {(data && nothingOf?.(data)) ?? t`Nothing was watched in this time.`}
          </Text>
        )}
        {rows && !isTable && !isEmpty && (
          <Suspense fallback={waiting}>
            <Bars title={title} rows={rows} series={series} isUrgent={chosen === 'chart'} />
          </Suspense>
        )}
        {!rows && error === null && waiting}
        {!rows && error !== null && (
          <Box h={chartHeight} style={{ overflowY: 'auto' }}>
            <FailureNotice error={error} retry={() => void refetch()} />
          </Box>
        )}
      </Stack>
    </Card>
  )
}

type TableProps = {
  readonly title: string
  readonly rows: readonly Row[]
  readonly series: readonly Series[]
}

function ChartTable({ title, rows, series }: TableProps) {
  return (
    <Box h={chartHeight} className="scrolled" tabIndex={0} role="region" aria-label={title}>
      <table className="table sticky">
        <thead>
          <tr>
            <th aria-label={title} />
            {series.map(({ name, key }) => (
              <th key={key}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row">{row.label()}</th>
              {series.map(({ key }) => (
                <td key={key}>{row.counts[key] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}

function linesOf(rows: readonly Row[], series: readonly Series[]): CsvLine[] {
  return [
    ['', ...series.map(({ name }) => name)],
    ...rows.map(({ label, date = label, counts }) => [
      date(),
      ...series.map(({ key }) => counts[key] ?? 0),
    ]),
  ]
}
