import { useLingui } from '@lingui/react/macro'
import { Box, Card, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { itemPicture } from '../../data/item-picture.ts'
import { request } from '../../data/request.ts'
import { TopTitlesDocument } from '../../documents.ts'
import type { PlayMeasure } from '../../documents.ts'
import { CopyCsv } from '../../parts/copy-csv.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Poster } from '../../parts/poster.tsx'
import { daysAgo, hoursOf } from './time.ts'

function useTopTitles(days: number, by: PlayMeasure) {
  return useQuery({
    queryKey: ['top-titles', days, by],
    queryFn: async () => (await request(TopTitlesDocument, { from: daysAgo(days), by })).topTitles,
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
}

export function TopTitles({ days }: { days: number }) {
  const { t } = useLingui()
  const [by, setBy] = useState<PlayMeasure>('PLAYS')
  const { data, error, refetch } = useTopTitles(days, by)
  const rows = (data ?? []).map(({ name, item, plays, watchedMs }) => ({
    title: item?.name ?? name ?? t`A title that no source has any more`,
    plays,
    hours: hoursOf(watchedMs),
    picture: itemPicture(item),
  }))
  return (
    <Card withBorder padding="lg" component="section" mih="10rem">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">{t`Watched most`}</Title>
          <Group gap="xs">
            <SegmentedControl
              size="xs"
              aria-label={t`Counted by`}
              data={[
                { value: 'PLAYS', label: t`Plays` },
                { value: 'TIME', label: t`Hours` },
              ]}
              value={by}
              onChange={(value) => setBy(value)}
            />
            <CopyCsv
              lines={[
                [t`Title`, t`Plays`, t`Hours`],
                ...rows.map(({ title, plays, hours }) => [title, plays, hours]),
              ]}
            />
          </Group>
        </Group>
        {error && <FailureNotice error={error} retry={() => void refetch()} />}
        {data?.length === 0 && <Text c="dimmed">{t`Nothing was watched in this time.`}</Text>}
        <Stack component="ol" gap={4} m={0} p={0}>
          {rows.map(({ title, plays, hours, picture }, index) => (
            <Group key={`${title} ${index}`} component="li" justify="space-between" wrap="nowrap">
              <Group gap="sm" wrap="nowrap">
                <Box w={32} style={{ flex: 'none' }} aria-hidden="true">
                  <Poster path={picture} title="" />
                </Box>
                <Text lineClamp={2}>
                  {index + 1}. {title}
                </Text>
              </Group>
              <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                {t`${plays} × · ${hours} h`}
              </Text>
            </Group>
          ))}
        </Stack>
      </Stack>
    </Card>
  )
}
