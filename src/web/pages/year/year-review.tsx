import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { itemPicture } from '../../data/item-picture.ts'
import { CopyCsv } from '../../parts/copy-csv.tsx'
import { minuteMs } from '../../parts/length-unit.ts'
import { Poster } from '../../parts/poster.tsx'
import { hoursOf } from '../dashboard/time.ts'
import { Moments } from './moments.tsx'
import type { Review } from './review.ts'
import { useMeasures } from './use-measures.ts'

export function YearReview({ review }: { review: Review }) {
  const { t } = useLingui()
  const { topGenres, topPeople, topClients } = review
  return (
    <Stack>
      <Totals review={review} />
      <TopTitles review={review} />
      <Part title={t`Moments`}>
        <Moments review={review} />
      </Part>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Names title={t`Genres`} names={topGenres} />
        <Names title={t`People`} names={topPeople} />
        <Names title={t`Apps`} names={topClients} />
      </SimpleGrid>
      <Months review={review} />
    </Stack>
  )
}

type PartProps = {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Part({ title, action, children }: PartProps) {
  return (
    <Card withBorder padding="lg" component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Card>
  )
}

function Totals({ review }: { review: Review }) {
  const { t } = useLingui()
  const { length } = useMeasures()
  const { user, year, totals, titles, yearBefore } = review
  const whole = length(totals.watchedMs)
  const more = totals.watchedMs - yearBefore.watchedMs
  const difference = length(Math.abs(more))
  const before = year - 1
  const { films, series, episodes } = titles
  const { finished } = totals
  const counts = [
    { key: 1, count: films, words: <Plural value={films} one="# film" other="# films" /> },
    { key: 2, count: series, words: <Plural value={series} one="# series" other="# series" /> },
    {
      key: 3,
      count: episodes,
      words: <Plural value={episodes} one="# episode" other="# episodes" />,
    },
    {
      key: 4,
      count: finished,
      words: <Plural value={finished} one="# watched to its end" other="# watched to their end" />,
    },
  ]
  return (
    <Part title={t`All in all`}>
      <Text size="xl" fw={600}>
        {totals.watchedMs > 0
          ? t`${user.name} watched ${whole}.`
          : t`${user.name} watched something ${plural(totals.plays, { one: '# time', other: '# times' })}.`}
      </Text>
      <Text mt="xs">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ key, words }, index) => (
            <Fragment key={key}>
              {index > 0 && ' · '}
              {words}
            </Fragment>
          ))}
      </Text>
      {totals.watchedMs > 0 && yearBefore.watchedMs > 0 && Math.abs(more) >= minuteMs && (
        <Text c="dimmed" mt="xs">
          {more >= 0
            ? t`That is ${difference} more than in ${before}.`
            : t`That is ${difference} less than in ${before}.`}
        </Text>
      )}
    </Part>
  )
}

function TopTitles({ review }: { review: Review }) {
  const { t } = useLingui()
  const { length } = useMeasures()
  return (
    <Part title={review.totals.watchedMs > 0 ? t`Watched longest` : t`Watched most`}>
      <ol className="year-titles">
        {review.topTitles.map(({ name, watchedMs, plays, item }, index) => {
          const title = name ?? t`A title that no source has any more`
          return (
            <li key={index}>
              <div aria-hidden="true">
                <Poster path={itemPicture(item)} title={title} />
              </div>
              <Text fw={600} mt={6}>
                {title}
              </Text>
              <Text size="sm" c="dimmed">
                {watchedMs > 0 && `${length(watchedMs)} · `}
                <Plural value={plays} one="# play" other="# plays" />
              </Text>
            </li>
          )
        })}
      </ol>
    </Part>
  )
}

type Named = { readonly name: string; readonly watchedMs: number }

function Names({ title, names }: { title: string; names: readonly Named[] }) {
  const { t } = useLingui()
  const { length } = useMeasures()
  return (
    <Part title={title}>
      {names.length === 0 && <Text c="dimmed">{t`Nothing is known of them.`}</Text>}
      <Stack component="ol" gap={6} m={0} pl="1.2rem">
        {names.map(({ name, watchedMs }) => (
          <li key={name}>
            {name}{' '}
            <Text span c="dimmed" size="sm">
              {watchedMs > 0 && length(watchedMs)}
            </Text>
          </li>
        ))}
      </Stack>
    </Part>
  )
}

function Months({ review: { months, totals } }: { review: Review }) {
  const { t } = useLingui()
  const { length, month } = useMeasures()
  const isTimed = totals.watchedMs > 0
  const amounts = months.map(({ plays, watchedMs }) => (isTimed ? watchedMs : plays))
  const most = Math.max(1, ...amounts)
  const head = [t`Month`, t`Plays`, t`Hours`]
  const lines = months.map(({ from, plays, watchedMs }) => [month(from), plays, hoursOf(watchedMs)])
  return (
    <Part title={t`Month by month`} action={<CopyCsv lines={() => [head, ...lines]} />}>
      <dl className="months">
        {months.map(({ from, plays, watchedMs }, index) => (
          <div key={from}>
            <dt>{month(from)}</dt>
            <dd aria-hidden="true">
              <div className="bar" style={{ width: `${(100 * amounts[index]!) / most}%` }} />
            </dd>
            <dd>
              {watchedMs > 0 && length(watchedMs)}
              {watchedMs === 0 && plays > 0 && (
                <Plural value={plays} one="# play" other="# plays" />
              )}
              {plays === 0 && watchedMs === 0 && <Trans>nothing</Trans>}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
