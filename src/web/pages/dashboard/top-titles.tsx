import { Plural, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { itemPicture } from '../../data/item-picture.ts'
import { request } from '../../data/request.ts'
import { TopTitlesDocument } from '../../documents.ts'
import type { PlayMeasure } from '../../documents.ts'
import { CopyCsv } from '../../parts/copy-csv.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Poster } from '../../parts/poster.tsx'
import { Segments } from '../../parts/segments.tsx'
import { useLength } from '../../parts/use-length.ts'
import { daysAgo, hoursOf } from './time.ts'

export function topTitlesQuery(days: number, by: PlayMeasure) {
  return queryOptions({
    queryKey: ['top-titles', days, by],
    queryFn: async () => (await request(TopTitlesDocument, { from: daysAgo(days), by })).topTitles,
    staleTime: 60_000,
  })
}

export function TopTitles({ days }: { days: number }) {
  const { t } = useLingui()
  const length = useLength('short')
  const [by, setBy] = useState<PlayMeasure>('PLAYS')
  const { data, error, refetch } = useQuery({
    ...topTitlesQuery(days, by),
    placeholderData: (before) => before,
  })
  const rows = (data ?? []).map(({ name, item, plays, watchedMs }) => ({
    title: item?.name ?? name ?? t`A title that no source has any more`,
    plays,
    watchedMs,
    picture: itemPicture(item),
  }))
  return (
    <Card withBorder padding="lg" component="section" mih="10rem">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">{t`Watched most`}</Title>
          <Group gap="xs">
            <Segments
              isSmall
              label={t`Counted by`}
              data={[
                { value: 'PLAYS', label: t`Plays` },
                { value: 'TIME', label: t`Hours` },
              ]}
              value={by}
              onChange={(value) => setBy(value)}
            />
            <CopyCsv
              lines={() => [
                [t`Title`, t`Plays`, t`Hours`],
                ...rows.map(({ title, plays, watchedMs }) => [title, plays, hoursOf(watchedMs)]),
              ]}
            />
          </Group>
        </Group>
        {error && <FailureNotice error={error} retry={() => void refetch()} />}
        {data?.length === 0 && <Text c="dimmed">{t`Nothing was watched in this time.`}</Text>}
        <ol className="top-titles">
          {rows.map(({ title, plays, watchedMs, picture }, index) => (
            <li key={`${title} ${index}`}>
              <div className="title">
                <div className="thumbnail" aria-hidden="true">
                  <Poster path={picture} title="" />
                </div>
                <span>
                  {index + 1}. {title}
                </span>
              </div>
              <span className="dimmed">
                <Plural value={plays} one="# play" other="# plays" />
                {watchedMs > 0 && ` · ${length(watchedMs)}`}
              </span>
            </li>
          ))}
        </ol>
      </Stack>
    </Card>
  )
}
