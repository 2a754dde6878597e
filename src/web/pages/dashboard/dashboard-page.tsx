import { useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { useParent } from '../../data/configuration.ts'
import { useMediaServerIsOn } from '../../data/household.ts'
import { lazyPart } from '../../parts/lazy-part.ts'
import { MediaServerOff } from '../../parts/media-server-off.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ParentNotice } from '../../parts/parent-notice.tsx'
import { chartsHeight } from './charts-height.ts'
import { HistoryFiles } from './history-files.tsx'
import { History } from './history.tsx'
import { NowPlaying } from './now-playing.tsx'
import { SourceTimes } from './source-times.tsx'
import { TopTitles } from './top-titles.tsx'

// The library of the charts is as large as everything else together.
const Charts = lazyPart(async () => (await import('./charts.tsx')).Charts)

const usualDays = '30'

export function DashboardPage() {
  const { t } = useLingui()
  const [days, setDays] = useState(usualDays)
  const isOn = useMediaServerIsOn()
  const { error } = useParent()
  return (
    <Stack className="page" gap="lg">
      <Group justify="space-between" align="end">
        <PageTitle title={t`Dashboard`} />
        <Group align="end">
          <Button variant="default" component={Link} to="/year">
            {t`The year in review`}
          </Button>
          <ChoiceField
            label={t`Time`}
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
      </Group>
      <ParentNotice />
      {isOn === undefined && !error && <Skeleton h={chartsHeight} />}
      {isOn === false && <MediaServerOff />}
      {isOn && <Watching days={Number(days)} />}
      <SourceTimes days={Number(days)} />
    </Stack>
  )
}

/** What the media server knows of who watches. */
function Watching({ days }: { days: number }) {
  return (
    <>
      <NowPlaying />
      <Suspense fallback={<Skeleton h={chartsHeight} />}>
        <Charts days={days} />
      </Suspense>
      <TopTitles days={days} />
      <History days={days} />
      <HistoryFiles />
    </>
  )
}
