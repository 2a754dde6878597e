import { useLingui } from '@lingui/react/macro'
import { Group, Select, Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { PageTitle } from '../../parts/page-title.tsx'
import { History } from './history.tsx'
import { NowPlaying } from './now-playing.tsx'

// The library of the charts is as large as everything else together.
const Charts = lazy(() => import('./charts.tsx').then(({ Charts }) => ({ default: Charts })))

const usualDays = '30'

export function DashboardPage() {
  const { t } = useLingui()
  const [days, setDays] = useState(usualDays)
  return (
    <Stack className="page" gap="lg">
      <Group justify="space-between" align="end">
        <PageTitle title={t`Dashboard`} />
        <Select
          label={t`Time`}
          allowDeselect={false}
          data={[
            { value: '7', label: t`7 days` },
            { value: '30', label: t`30 days` },
            { value: '90', label: t`90 days` },
            { value: '365', label: t`A year` },
          ]}
          value={days}
          onChange={(value) => setDays(value ?? usualDays)}
        />
      </Group>
      <NowPlaying />
      <Suspense fallback={<Skeleton h="20rem" />}>
        <Charts days={Number(days)} />
      </Suspense>
      <History days={Number(days)} />
    </Stack>
  )
}
