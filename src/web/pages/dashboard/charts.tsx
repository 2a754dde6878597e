import { useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { request } from '../../data/request.ts'
import { PlayStatisticsDocument, StreamStatisticsDocument } from '../../documents.ts'
import type { PlayGroup } from '../../documents.ts'
import { OneByOne } from '../../parts/once-idle.tsx'
import { PartBoundary, ReloadNotice } from '../../parts/part-boundary.tsx'
import { useLength } from '../../parts/use-length.ts'
import { ChartCard } from './chart-card.tsx'
import type { Asked } from './chart-card.tsx'
import type { Row, Series } from './chart.ts'
import { daysAgo, hoursOf, isoDate, timeZone } from './time.ts'
import { useDeliveryNames } from './use-delivery-names.ts'

const monday = new Date(2024, 0, 1)

function useStatistics(days: number, groupBy: PlayGroup | null) {
  return useQuery({
    queryKey: ['statistics', days, groupBy],
    queryFn: async () =>
      (
        await request(PlayStatisticsDocument, {
          from: daysAgo(days),
          timeZone: timeZone(),
          groupBy,
        })
      ).playStatistics,
    staleTime: 60_000,
  })
}

function useStreams(days: number) {
  return useQuery({
    queryKey: ['streams', days],
    queryFn: async () =>
      (await request(StreamStatisticsDocument, { from: daysAgo(days), timeZone: timeZone() }))
        .playStatistics,
    staleTime: 60_000,
  })
}

type Statistics = NonNullable<ReturnType<typeof useStatistics>['data']>
type Streams = NonNullable<ReturnType<typeof useStreams>['data']>
type Grouped = { readonly all: Statistics; readonly groups: Statistics }

function useGrouped(days: number, groupBy: PlayGroup): Asked<Grouped> {
  const all = useStatistics(days, null)
  const groups = useStatistics(days, groupBy)
  return {
    data: all.data && groups.data && { all: all.data, groups: groups.data },
    error: all.error ?? groups.error,
    refetch: () => [all, groups].filter(({ error }) => error).map(({ refetch }) => refetch()),
  }
}

function useSeries() {
  const { t } = useLingui()
  const carried = useDeliveryNames()
  const plays: Series[] = [{ name: t`Plays`, key: 'plays' }]
  const hours: Series[] = [{ name: t`Hours`, key: 'hours' }]
  const kindNames: Series[] = [
    { name: t`Films`, key: 'movie' },
    { name: t`Episodes`, key: 'episode' },
    { name: t`Videos`, key: 'video' },
  ]
  const deliveryNames: Series[] = [
    { name: carried.REDIRECT, key: 'redirect' },
    { name: carried.PROXIED, key: 'proxied' },
    { name: t`Not known`, key: unknown },
  ]
  return { plays, hours, kindNames, deliveryNames }
}

function useLabels() {
  const { i18n } = useLingui()
  return {
    weekday: (day: number) => () =>
      i18n.date(new Date(monday.getTime() + (day - 1) * 86_400_000), { weekday: 'short' }),
    day: (at: string) => ({
      label: () => i18n.date(at, { day: 'numeric', month: 'short' }),
      date: () => isoDate(at),
    }),
  }
}

type Chart<Data> = Omit<ComponentProps<typeof ChartCard<Data>>, 'asked'> & {
  readonly days: number
}

// A card asks for what it shows by itself: an answer draws the cards that show it, and no others.

function StatisticsCard({
  days,
  groupBy,
  ...chart
}: Chart<Statistics> & { readonly groupBy: PlayGroup | null }) {
  return <ChartCard {...chart} asked={useStatistics(days, groupBy)} />
}

function GroupedCard({
  days,
  groupBy,
  ...chart
}: Chart<Grouped> & { readonly groupBy: PlayGroup }) {
  return <ChartCard {...chart} asked={useGrouped(days, groupBy)} />
}

function StreamsCard({ days, ...chart }: Chart<Streams>) {
  return <ChartCard {...chart} asked={useStreams(days)} />
}

export function Charts({ days }: { days: number }) {
  const { t } = useLingui()
  const { weekday, day } = useLabels()
  const { plays, kindNames, deliveryNames } = useSeries()
  return (
    <PartBoundary instead={<ReloadNotice />}>
      <Stack>
        <GroupedCard
          title={t`Plays per day`}
          days={days}
          groupBy="KIND"
          rowsOf={(data) => byDay(data, day)}
          series={kindNames}
        />
        <div className="pairs">
          <StatisticsCard
            title={t`By weekday`}
            days={days}
            groupBy={null}
            rowsOf={({ daysOfWeek }) =>
              daysOfWeek.map((one) => ({
                label: weekday(one.weekday),
                counts: { plays: one.plays },
              }))
            }
            series={plays}
          />
          <StatisticsCard
            title={t`By hour`}
            days={days}
            groupBy={null}
            rowsOf={({ hoursOfDay }) =>
              hoursOfDay.map((one) => ({
                label: () => String(one.hour),
                counts: { plays: one.plays },
              }))
            }
            series={plays}
          />
          <OneByOne>
            <MostStreams days={days} />
            <UsersByDay days={days} />
            <HoursCard title={t`Hours by user`} days={days} groupBy="USER" />
            <HoursCard title={t`Hours by app`} days={days} groupBy="CLIENT" />
          </OneByOne>
        </div>
        <OneByOne>
          <GroupedCard
            title={t`How plays were carried`}
            days={days}
            groupBy="DELIVERY"
            rowsOf={(data) => byDay(data, day)}
            series={deliveryNames}
          />
        </OneByOne>
      </Stack>
    </PartBoundary>
  )
}

function MostStreams({ days }: { days: number }) {
  const { t } = useLingui()
  const { day } = useLabels()
  return (
    <StreamsCard
      title={t`Most streams at once per day`}
      days={days}
      rowsOf={(data) =>
        data.streams.map(({ from, streams: most }) => ({
          ...day(from),
          counts: { streams: most },
        }))
      }
      series={[{ name: t`Streams`, key: 'streams' }]}
      nothingOf={({ users }) =>
        users.some((one) => one.users > 0) ? t`Imported plays are not counted here.` : null
      }
    />
  )
}

function UsersByDay({ days }: { days: number }) {
  const { t } = useLingui()
  const { day } = useLabels()
  return (
    <StreamsCard
      title={t`Users per day`}
      days={days}
      rowsOf={(data) =>
        data.users.map(({ from, users: seen }) => ({
          ...day(from),
          counts: { users: seen },
        }))
      }
      series={[{ name: t`Users`, key: 'users' }]}
    />
  )
}

type HoursProps = {
  readonly title: string
  readonly days: number
  readonly groupBy: PlayGroup
}

function HoursCard({ title, days, groupBy }: HoursProps) {
  const { t } = useLingui()
  const { hours } = useSeries()
  const length = useLength('long')
  const nothingOf = ({ buckets }: Statistics) => {
    if (buckets.every((one) => one.plays === 0)) return null
    const watchedMs = watchedIn(buckets)
    return watchedMs > 0
      ? t`In all ${length(watchedMs)}.`
      : t`How long it was watched is not known.`
  }
  return (
    <StatisticsCard
      title={title}
      days={days}
      groupBy={groupBy}
      rowsOf={(data) => byGroup(data, t`Not known`, t`Others`)}
      series={hours}
      nothingOf={nothingOf}
    />
  )
}

const unknown = 'unknown'

function byDay({ all, groups }: Grouped, day: (at: string) => Omit<Row, 'counts'>): Row[] {
  const found = Map.groupBy(groups.buckets, ({ from }) => from)
  return all.buckets.map(({ from }) => {
    const counts = (found.get(from) ?? []).map(({ group, plays }) => [group ?? unknown, plays])
    return { ...day(from), counts: Object.fromEntries(counts) as Row['counts'] }
  })
}

const mostGroups = 8

function byGroup({ buckets }: Statistics, unnamed: string, others: string): Row[] {
  const groups = [...Map.groupBy(buckets, ({ group }) => group ?? unnamed)]
    .map(([label, own]) => ({ label, watchedMs: watchedIn(own) }))
    .sort((a, b) => b.watchedMs - a.watchedMs)
  const rest = groups.slice(mostGroups)
  return [
    ...groups.slice(0, mostGroups),
    ...(rest.length > 0 ? [{ label: others, watchedMs: watchedIn(rest) }] : []),
  ].map(({ label, watchedMs }) => ({ label: () => label, counts: { hours: hoursOf(watchedMs) } }))
}

function watchedIn(parts: readonly { readonly watchedMs: number }[]): number {
  return parts.reduce((sum, { watchedMs }) => sum + watchedMs, 0)
}
