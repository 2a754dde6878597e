import { useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { useParent } from '../../data/configuration.ts'
import { useMediaServerIsOn } from '../../data/household.ts'
import { MediaServerOff } from '../../parts/media-server-off.tsx'
import { OneByOne } from '../../parts/once-idle.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ParentNotice } from '../../parts/parent-notice.tsx'
import { chartsHeight } from './chart.ts'
import { Charts } from './charts.tsx'
import { HistoryFiles } from './history-files.tsx'
import { everything, History, playsQuery } from './history.tsx'
import { NowPlaying } from './now-playing.tsx'
import { SourceTimes, sourceTimesQuery } from './source-times.tsx'
import { TopTitles, topTitlesQuery } from './top-titles.tsx'

const usualDays = '30'

export function DashboardPage() {
  const { t } = useLingui()
  const [days, setDays] = useState(usualDays)
  const isOn = useMediaServerIsOn()
  const { error } = useParent()
  const isWaiting = isOn === undefined && !error
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
      {isWaiting && <Skeleton h={chartsHeight} />}
      {isOn === false && <MediaServerOff />}
      {isOn && <Watching days={Number(days)} />}
      {!isOn && !isWaiting && <SourceTimes days={Number(days)} />}
    </Stack>
  )
}

/** What the media server knows of who watches. */
function Watching({ days }: { days: number }) {
  const client = useQueryClient()
  const [firstDays] = useState(days)
  // After what is seen first has asked, and no more once somebody chooses.
  useEffect(() => {
    const isNew = ({ queryKey }: { queryKey: QueryKey }) =>
      client.getQueryState(queryKey) === undefined
    const titles = topTitlesQuery(firstDays, 'PLAYS')
    const plays = playsQuery(firstDays, everything)
    const times = sourceTimesQuery(firstDays)
    if (isNew(titles)) void client.prefetchQuery(titles)
    if (isNew(plays)) void client.prefetchInfiniteQuery(plays)
    if (isNew(times)) void client.prefetchQuery(times)
  }, [client, firstDays])
  return (
    <>
      <NowPlaying />
      <Charts days={days} />
      <OneByOne>
        <TopTitles days={days} />
        <History days={days} />
        <HistoryFiles />
        <SourceTimes days={days} />
      </OneByOne>
    </>
  )
}
