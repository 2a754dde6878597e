import { useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useOperator } from '../../data/operator.ts'
import { OperatorUpstreamsDocument } from '../../documents.ts'
import type { OperatorUpstreamsQuery } from '../../documents.ts'
import { Figure, Figures, Tile } from './figures.tsx'
import { useAreaNames } from '../../parts/use-area-names.ts'
import { useFailureKinds } from '../../parts/use-failure-kinds.ts'
import { useForms } from './use-forms.ts'

type UpstreamsPart = OperatorUpstreamsQuery['operator']
type Upstream = UpstreamsPart['upstreams'][number]

/** How sources and trackers answered, over everybody. */
export function UpstreamCard() {
  const { t } = useLingui()
  const asked = useOperator('upstreams', OperatorUpstreamsDocument)
  return (
    <Tile
      title={t`Sources and trackers`}
      hint={t`Everybody's, in the last 24 hours.`}
      asked={asked}
    >
      {(part) => <Upstreams {...part} />}
    </Tile>
  )
}

function Upstreams({ upstreams, trackerEvents }: UpstreamsPart) {
  const { t } = useLingui()
  const { number, percent } = useForms()
  const kinds = useFailureKinds()
  const names: Readonly<Record<string, string>> = {
    ...useAreaNames(),
    TRACKER: t`Watch state of sources`,
  }
  const nameOf = ({ area, tracker }: Upstream) => tracker ?? names[area] ?? area
  const shareOf = ({ answered, failed }: Upstream) =>
    answered + failed === 0 ? '–' : percent(answered / (answered + failed))
  return (
    <>
      {upstreams.length === 0 ? (
        <Text>{t`None was asked.`}</Text>
      ) : (
        <div className="scrolled" tabIndex={0} role="region" aria-label={t`Sources and trackers`}>
          <table className="table">
            <thead>
              <tr>
                <th>{t`Asked for`}</th>
                <th className="number">{t`Success`}</th>
                <th className="number">{t`Failed`}</th>
                <th className="number">{t`Answered`}</th>
              </tr>
            </thead>
            <tbody>
              {upstreams.map((one) => (
                <tr key={nameOf(one)}>
                  <td>
                    {nameOf(one)}
                    {one.failures.length > 0 && (
                      <Text size="xs" c="dimmed">
                        {one.failures
                          .slice(0, 3)
                          .map(({ kind, count }) => `${kinds[kind]}: ${number(count)}`)
                          .join(', ')}
                      </Text>
                    )}
                  </td>
                  <td className="number">{shareOf(one)}</td>
                  <td className="number">{number(one.failed)}</td>
                  <td className="number">{number(one.answered)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Figures>
        <Figure name={t`Waiting for trackers`}>{number(trackerEvents.waiting)}</Figure>
        <Figure name={t`Given up`}>{number(trackerEvents.givenUp)}</Figure>
      </Figures>
    </>
  )
}
