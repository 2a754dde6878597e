import '@mantine/charts/styles.css'
import { useLingui } from '@lingui/react/macro'
import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { PlayStatisticsDocument, StreamStatisticsDocument } from '../../documents.ts'
import type { PlayGroup } from '../../documents.ts'
import { ChartCard } from './chart-card.tsx'
import type { Asked, Row, Series } from './chart-card.tsx'
import { daysAgo, hoursOf, timeZone } from './time.ts'

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

export function Charts({ days }: { days: number }) {
  const { t, i18n } = useLingui()
  const all = useStatistics(days, null)
  const kinds = useStatistics(days, 'KIND')
  const users = useStatistics(days, 'USER')
  const clients = useStatistics(days, 'CLIENT')
  const streams = useStreams(days)
  const both: Asked<{ readonly all: Statistics; readonly kinds: Statistics }> = {
    data: all.data && kinds.data && { all: all.data, kinds: kinds.data },
    error: all.error ?? kinds.error,
    refetch: () => (all.error ? all : kinds).refetch(),
  }
  const weekday = (day: number) =>
    i18n.date(new Date(monday.getTime() + (day - 1) * 86_400_000), { weekday: 'short' })
  const plays: Series[] = [{ name: t`Plays`, key: 'plays' }]
  const hours: Series[] = [{ name: t`Hours`, key: 'hours' }]
  const kindNames: Series[] = [
    { name: t`Films`, key: 'movie' },
    { name: t`Episodes`, key: 'episode' },
    { name: t`Videos`, key: 'video' },
  ]
  const day = (at: string) => i18n.date(at, { day: 'numeric', month: 'short' })
  return (
    <Stack>
      <ChartCard
        title={t`Plays per day`}
        asked={both}
        rowsOf={(data) => byDay(data.all, data.kinds, day)}
        series={kindNames}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <ChartCard
          title={t`By weekday`}
          asked={all}
          rowsOf={({ daysOfWeek }) =>
            daysOfWeek.map((one) => ({ label: weekday(one.weekday), plays: one.plays }))
          }
          series={plays}
        />
        <ChartCard
          title={t`By hour`}
          asked={all}
          rowsOf={({ hoursOfDay }) =>
            hoursOfDay.map((one) => ({ label: String(one.hour), plays: one.plays }))
          }
          series={plays}
        />
        <ChartCard
          title={t`Most streams at once per day`}
          asked={streams}
          rowsOf={(data) =>
            data.streams.map((one) => ({ label: day(one.from), streams: one.streams }))
          }
          series={[{ name: t`Streams`, key: 'streams' }]}
        />
        <ChartCard
          title={t`Users per day`}
          asked={streams}
          rowsOf={(data) => data.users.map((one) => ({ label: day(one.from), users: one.users }))}
          series={[{ name: t`Users`, key: 'users' }]}
        />
        <ChartCard title={t`Hours by user`} asked={users} rowsOf={byGroup} series={hours} />
        <ChartCard title={t`Hours by app`} asked={clients} rowsOf={byGroup} series={hours} />
      </SimpleGrid>
    </Stack>
  )
}

function byDay(all: Statistics, kinds: Statistics, label: (at: string) => string): Row[] {
  const found = Map.groupBy(kinds.buckets, ({ from }) => from)
  return all.buckets.map(({ from }) => {
    const counts = (found.get(from) ?? []).map(({ group, plays }) => [group ?? '', plays])
    return { label: label(from), ...Object.fromEntries(counts) }
  })
}

const mostGroups = 8

function byGroup({ buckets }: Statistics): Row[] {
  const groups = Map.groupBy(buckets, ({ group }) => group ?? '–')
  return [...groups]
    .map(([label, own]) => ({
      label,
      hours: hoursOf(own.reduce((sum, { watchedMs }) => sum + watchedMs, 0)),
    }))
    .sort((a, b) => b.hours - a.hours)
    .slice(0, mostGroups)
}
