import { useLingui } from '@lingui/react/macro'
import { BarChart } from '@mantine/charts'
import {
  Button,
  Card,
  CopyButton,
  Group,
  ScrollArea,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core'
import { useState } from 'react'

export type Row = { readonly label: string } & Readonly<Record<string, string | number>>
export type Series = { readonly name: string; readonly key: string }

type Props = {
  readonly title: string
  readonly rows: readonly Row[]
  readonly series: readonly Series[]
}

const colors = ['indigo.6', 'teal.6', 'orange.6']

/** A chart that can be read as a table, and copied as CSV. */
export function ChartCard({ title, rows, series }: Props) {
  const { t } = useLingui()
  const [isTable, setTable] = useState(false)
  const isEmpty = rows.every((row) => series.every(({ key }) => !row[key]))
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">
            {title}
          </Title>
          <Group gap={4}>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-pressed={isTable}
              onClick={() => setTable(!isTable)}
            >
              {isTable ? t`Chart` : t`Table`}
            </Button>
            <CopyButton value={csvOf(rows, series)}>
              {({ copied, copy }) => (
                <Button size="compact-xs" variant="subtle" onClick={copy}>
                  {copied ? t`Copied` : t`Copy CSV`}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Group>
        {isTable ? (
          <ChartTable title={title} rows={rows} series={series} />
        ) : (
          <Bars title={title} rows={rows} series={series} isEmpty={isEmpty} />
        )}
      </Stack>
    </Card>
  )
}

function Bars({ title, rows, series, isEmpty }: Props & { readonly isEmpty: boolean }) {
  const { t } = useLingui()
  if (isEmpty) {
    return (
      <Text c="dimmed" h={200}>
        {t`Nothing was watched in this time.`}
      </Text>
    )
  }
  return (
    <div role="img" aria-label={title}>
      <BarChart
        h={200}
        data={rows.map((row) => ({ ...row }))}
        dataKey="label"
        type="stacked"
        withLegend={series.length > 1}
        gridAxis="y"
        tickLine="none"
        series={series.map(({ name, key }, index) => ({
          name: key,
          label: name,
          color: colors[index % colors.length]!,
        }))}
        barChartProps={{ accessibilityLayer: false }}
        yAxisProps={{ width: 36, allowDecimals: false }}
      />
    </div>
  )
}

function ChartTable({ title, rows, series }: Props) {
  return (
    <ScrollArea h={200} viewportProps={{ tabIndex: 0, 'aria-label': title, role: 'region' }}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th aria-label={title} />
            {series.map(({ name, key }) => (
              <Table.Th key={key}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.label}>
              <Table.Th scope="row">{row.label}</Table.Th>
              {series.map(({ key }) => (
                <Table.Td key={key}>{row[key] ?? 0}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}

function csvOf(rows: readonly Row[], series: readonly Series[]): string {
  const quoted = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`
  const lines = [
    ['', ...series.map(({ name }) => name)],
    ...rows.map((row) => [row.label, ...series.map(({ key }) => row[key] ?? 0)]),
  ]
  return lines.map((line) => line.map(quoted).join(',')).join('\n')
}
