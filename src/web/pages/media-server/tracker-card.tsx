import { useLingui } from '@lingui/react/macro'
import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo, Suspense } from 'react'
import { useConfiguration, useInherited } from '../../data/configuration.ts'
import { request } from '../../data/request.ts'
import { TrackersDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { lazyPart } from '../../parts/lazy-part.ts'
import { trackersKey } from './trackers.ts'
import type { TrackerDraft } from './trackers.ts'

const TrackerList = lazyPart(async () => (await import('./tracker-list.tsx')).TrackerList)

/** Services that hear what is watched, user by user. */
export const TrackerCard = memo(({ draft }: { draft: TrackerDraft }) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: trackersKey,
    queryFn: async () => (await request(TrackersDocument)).trackers,
  })
  const lists = [useConfiguration().userData, useInherited() ?? {}].map((one) => one['trackers'])
  const hasList = data && (data.length > 0 || lists.some((list) => list !== undefined))
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`Trackers`}</Title>
        <Text>{t`They hear what each user watches, and what was watched elsewhere comes back from them.`}</Text>
        {error && <FailureNotice error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton h="4rem" />}
        {data?.length === 0 && (
          <Text c="dimmed">
            {t`There is none: no source keeps the watch state, and the operator of this server has registered no tracker.`}
          </Text>
        )}
        {hasList && (
          <Suspense fallback={<Skeleton h="4rem" />}>
            <TrackerList trackers={data} draft={draft} />
          </Suspense>
        )}
      </Stack>
    </Card>
  )
})
