import { useLingui } from '@lingui/react/macro'
import { Table, Text } from '@mantine/core'
import type { Instance } from '../../data/operator.ts'
import { Figure, Figures, Tile } from './figures.tsx'
import { useFailureKinds } from '../../parts/use-failure-kinds.ts'
import { useForms } from './use-forms.ts'

type Upstream = Instance['upstreams'][number]

/** How sources and trackers answered, over everybody. */
export function UpstreamCard({ instance }: { instance: Instance }) {
  const { t } = useLingui()
  const { number, percent } = useForms()
  const kinds = useFailureKinds()
  const { upstreams, trackerEvents } = instance
  const names: Readonly<Record<string, string>> = {
    STREAMS: t`Streams`,
    METADATA: t`Titles`,
    CATALOGS: t`Catalogs`,
    SUBTITLES: t`Subtitles`,
    TRACKER: t`Watch state of sources`,
  }
  const nameOf = ({ area, tracker }: Upstream) => tracker ?? names[area] ?? area
  const shareOf = ({ answered, failed }: Upstream) =>
    answered + failed === 0 ? '–' : percent(answered / (answered + failed))
  return (
    <Tile title={t`Sources and trackers`} hint={t`Everybody's, in the last 24 hours.`}>
      {upstreams.length === 0 ? (
        <Text>{t`None was asked.`}</Text>
      ) : (
        <Table.ScrollContainer minWidth={0} scrollAreaProps={{ tabIndex: 0 }}>
          <Table verticalSpacing={6} horizontalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t`Asked for`}</Table.Th>
                <Table.Th ta="right">{t`Answered`}</Table.Th>
                <Table.Th ta="right">{t`Failed`}</Table.Th>
                <Table.Th ta="right">{t`Share`}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {upstreams.map((one) => (
                <Table.Tr key={nameOf(one)}>
                  <Table.Td>
                    {nameOf(one)}
                    {one.failures.length > 0 && (
                      <Text size="xs" c="dimmed">
                        {one.failures
                          .slice(0, 3)
                          .map(({ kind, count }) => `${kinds[kind]}: ${number(count)}`)
                          .join(', ')}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">{number(one.answered)}</Table.Td>
                  <Table.Td ta="right">{number(one.failed)}</Table.Td>
                  <Table.Td ta="right">{shareOf(one)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Figures>
        <Figure name={t`Waiting for trackers`}>{number(trackerEvents.waiting)}</Figure>
        <Figure name={t`Given up`}>{number(trackerEvents.givenUp)}</Figure>
      </Figures>
    </Tile>
  )
}
