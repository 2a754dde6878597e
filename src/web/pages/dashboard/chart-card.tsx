import { useLingui } from '@lingui/react/macro'
import { BarChart } from '@mantine/charts'
import { Box, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { CopyCsv } from '../../parts/copy-csv.tsx'
import type { CsvLine } from '../../parts/copy-csv.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { OnceIdle } from '../../parts/once-idle.tsx'

export type Row = {
  readonly label: string
  /** For a spreadsheet, where the label is not meant for one. */
  readonly date?: string
  readonly counts: Readonly<Record<string, number>>
}
export type Series = { readonly name: string; readonly key: string }

/** A query that a chart is drawn from. */
export type Asked<Data> = {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

type Props = {
  readonly title: string
  readonly rows: readonly Row[]
  readonly series: readonly Series[]
  readonly nothing: string
}

type CardProps<Data> = Pick<Props, 'title' | 'series'> & {
  readonly asked: Asked<Data>
  readonly rowsOf: (data: Data) => readonly Row[]
  /** What is said where every count is zero; null: that nothing was watched. */
  readonly nothingOf?: (data: Data) => string | null
}

const bodyHeight = 200

const colors = ['indigo.6', 'teal.6', 'orange.6']

/** A chart that can be read as a table, and copied as CSV. It waits for what it shows alone. */
export function ChartCard<Data>({ title, series, nothingOf, asked, rowsOf }: CardProps<Data>) {
  const { t } = useLingui()
  const [isTable, setTable] = useState(false)
  const { data, error, refetch } = asked
  const rows = data === undefined ? null : rowsOf(data)
  const nothing = (data && nothingOf?.(data)) ?? t`Nothing was watched in this time.`
  const Body = isTable ? ChartTable : Bars
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="sm">
        <Group justify="space-between" mih="1.5rem">
          <Title order={2} size="h5">
            {title}
          </Title>
          {rows && (
            <Group gap={4}>
              <Button size="compact-xs" variant="subtle" onClick={() => setTable(!isTable)}>
                {isTable ? t`Chart` : t`Table`}
              </Button>
              <CopyCsv lines={linesOf(rows, series)} />
            </Group>
          )}
        </Group>
        {rows && (
          <OnceIdle instead={<Skeleton h={bodyHeight} />}>
            <Body title={title} rows={rows} series={series} nothing={nothing} />
          </OnceIdle>
        )}
        {!rows && (
          <Box h={bodyHeight} style={{ overflowY: 'auto' }}>
            {error ? (
              <FailureNotice error={error} retry={() => void refetch()} />
            ) : (
              <Skeleton h="100%" />
            )}
          </Box>
        )}
      </Stack>
    </Card>
  )
}

function Bars({ title, rows, series, nothing }: Props) {
  const isEmpty = rows.every((row) => series.every(({ key }) => !row.counts[key]))
  if (isEmpty) {
    return (
      <Text c="dimmed" h={bodyHeight}>
        {nothing}
      </Text>
    )
  }
  return (
    <div role="img" aria-label={title}>
      <BarChart
        h={bodyHeight}
        data={rows.map(({ label, counts }) => ({ ...counts, label }))}
        dataKey="label"
        type="stacked"
        withLegend={series.length > 1}
        legendProps={{ itemSorter: null }}
        maxBarWidth={64}
        gridAxis="x"
        tickLine="none"
        series={series.map(({ name, key }, index) => ({
          name: key,
          label: name,
          color: colors[index % colors.length]!,
        }))}
        barChartProps={{ accessibilityLayer: false }}
        xAxisProps={{ interval: 'equidistantPreserveStart' }}
        yAxisProps={{ width: 36, allowDecimals: false }}
      />
    </div>
  )
}

function ChartTable({ title, rows, series }: Props) {
  return (
    <Box h={bodyHeight} className="scrolled" tabIndex={0} role="region" aria-label={title}>
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
              <th scope="row">{row.label}</th>
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
      date,
      ...series.map(({ key }) => counts[key] ?? 0),
    ]),
  ]
}
