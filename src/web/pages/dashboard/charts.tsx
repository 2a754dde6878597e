import '@mantine/charts/styles.css'
import { useLingui } from '@lingui/react/macro'
import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { PlayStatisticsDocument, StreamStatisticsDocument } from '../../documents.ts'
import type { PlayGroup } from '../../documents.ts'
import { ChartCard } from './chart-card.tsx'
import type { Asked, Row, Series } from './chart-card.tsx'
import { daysAgo, hoursOf, isoDate, timeZone } from './time.ts'
import { useDeliveryNames } from './use-delivery-names.ts'

const monday = new Date(2024, 0, 1)

function useStatistics(days: number, groupBy: PlayGroup | null) {
  return useQuery({
    queryKey: ['statistics', days, groupBy],
    queryFn: async () =>
      (await request(PlayStatisticsDocument, { from: daysAgo(days), timeZone, groupBy }))
        .playStatistics,
    staleTime: 60_000,
  })
}

function useStreams(days: number) {
  return useQuery({
    queryKey: ['streams', days],
    queryFn: async () =>
      (await request(StreamStatisticsDocument, { from: daysAgo(days), timeZone })).playStatistics,
    staleTime: 60_000,
  })
}

type Statistics = NonNullable<ReturnType<typeof useStatistics>['data']>
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

export function Charts({ days }: { days: number }) {
  const { t, i18n } = useLingui()
  const all = useStatistics(days, null)
  const kinds = useGrouped(days, 'KIND')
  const deliveries = useGrouped(days, 'DELIVERY')
  const users = useStatistics(days, 'USER')
  const clients = useStatistics(days, 'CLIENT')
  const streams = useStreams(days)
  const weekday = (day: number) =>
    i18n.date(new Date(monday.getTime() + (day - 1) * 86_400_000), { weekday: 'short' })
  const { plays, hours, kindNames, deliveryNames } = useSeries()
  const day = (at: string) => ({
    label: i18n.date(at, { day: 'numeric', month: 'short' }),
    date: isoDate(at),
  })
  const hoursByGroup = (data: Statistics) => byGroup(data, t`Not known`, t`Others`)
  return (
    <Stack>
      <ChartCard
        title={t`Plays per day`}
        asked={kinds}
        rowsOf={(data) => byDay(data, day)}
        series={kindNames}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <ChartCard
          title={t`By weekday`}
          asked={all}
          rowsOf={({ daysOfWeek }) =>
            daysOfWeek.map((one) => ({ label: weekday(one.weekday), counts: { plays: one.plays } }))
          }
          series={plays}
        />
        <ChartCard
          title={t`By hour`}
          asked={all}
          rowsOf={({ hoursOfDay }) =>
            hoursOfDay.map((one) => ({ label: String(one.hour), counts: { plays: one.plays } }))
          }
          series={plays}
        />
        <ChartCard
          title={t`Most streams at once per day`}
          asked={streams}
          rowsOf={(data) =>
            data.streams.map(({ from, streams: most }) => ({
              ...day(from),
              counts: { streams: most },
            }))
          }
          series={[{ name: t`Streams`, key: 'streams' }]}
        />
        <ChartCard
          title={t`Users per day`}
          asked={streams}
          rowsOf={(data) =>
            data.users.map(({ from, users: seen }) => ({ ...day(from), counts: { users: seen } }))
          }
          series={[{ name: t`Users`, key: 'users' }]}
        />
        <ChartCard title={t`Hours by user`} asked={users} rowsOf={hoursByGroup} series={hours} />
        <ChartCard title={t`Hours by app`} asked={clients} rowsOf={hoursByGroup} series={hours} />
      </SimpleGrid>
      <ChartCard
        title={t`How plays were carried`}
        asked={deliveries}
        rowsOf={(data) => byDay(data, day)}
        series={deliveryNames}
      />
    </Stack>
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
  ].map(({ label, watchedMs }) => ({ label, counts: { hours: hoursOf(watchedMs) } }))
}

function watchedIn(parts: readonly { readonly watchedMs: number }[]): number {
  return parts.reduce((sum, { watchedMs }) => sum + watchedMs, 0)
}
