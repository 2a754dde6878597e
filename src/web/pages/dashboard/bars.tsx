import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Skeleton } from '@mantine/core'
import { OnceIdle } from '../../parts/once-idle.tsx'
import { chartHeight } from './chart.ts'
import type { Row, Series } from './chart.ts'

const colors = ['indigo.6', 'teal.6', 'orange.6']

type Props = {
  readonly title: string
  readonly rows: readonly Row[]
  readonly series: readonly Series[]
  /** Somebody has asked for it. */
  readonly isUrgent: boolean
}

export function Bars({ isUrgent, ...props }: Props) {
  return (
    <OnceIdle isUrgent={isUrgent} instead={<Skeleton h={chartHeight} />}>
      <Drawing {...props} />
    </OnceIdle>
  )
}

function Drawing({ title, rows, series }: Omit<Props, 'isUrgent'>) {
  return (
    <div role="img" aria-label={title}>
      <BarChart
        h={chartHeight}
        data={rows.map(({ label, counts }) => ({ ...counts, label: label() }))}
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
