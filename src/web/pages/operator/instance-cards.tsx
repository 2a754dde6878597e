import { useLingui } from '@lingui/react/macro'
import { Alert, Badge, List } from '@mantine/core'
import { liveMs, useOperator } from '../../data/operator.ts'
import {
  OperatorConfigurationsDocument,
  OperatorHealthDocument,
  OperatorLoadDocument,
} from '../../documents.ts'
import type {
  OperatorConfigurationsQuery,
  OperatorHealthQuery,
  OperatorLoadQuery,
} from '../../documents.ts'
import { Figure, Figures, Tile } from './figures.tsx'
import { useForms } from './use-forms.ts'

export function HealthCard() {
  const { t } = useLingui()
  const asked = useOperator('health', OperatorHealthDocument, liveMs)
  return (
    <Tile title={t`Health`} asked={asked}>
      {({ health }) => <Health {...health} />}
    </Tile>
  )
}

function Health({ problems, version, startedAt }: OperatorHealthQuery['operator']['health']) {
  const { t, i18n } = useLingui()
  const { time } = useForms()
  const general = t`The database does not take what has to be stored, or does not answer; the log of the service says why.`
  return (
    <>
      {problems.length > 0 && (
        <Alert color="red" title={t`It cannot serve`} role="alert">
          <List>
            {problems.map((problem) => (
              <List.Item key={problem}>{i18n.locale === 'en' ? problem : general}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Figures>
        <Figure name={t`State`}>
          {problems.length === 0 ? (
            <Badge color="teal.9" variant="filled">{t`can serve`}</Badge>
          ) : (
            <Badge color="red.9" variant="filled">{t`cannot serve`}</Badge>
          )}
        </Figure>
        <Figure name={t`Version`}>{version}</Figure>
        <Figure name={t`Started`}>{time(startedAt)}</Figure>
      </Figures>
    </>
  )
}

export function LoadCard() {
  const { t } = useLingui()
  const asked = useOperator('load', OperatorLoadDocument, liveMs)
  return (
    <Tile
      title={t`Load and memory`}
      hint={t`Of the process that answers, and of its machine.`}
      asked={asked}
    >
      {(part) => <Load {...part} />}
    </Tile>
  )
}

function Load({ process, machine }: OperatorLoadQuery['operator']) {
  const { t } = useLingui()
  const { number, percent, bytes } = useForms()
  const { cores } = machine
  const load = machine.load.map((one) => number(Math.round(one * 10) / 10)).join(' · ')
  return (
    <Figures>
      <Figure name={t`Processor`}>{percent(process.cpu)}</Figure>
      <Figure name={t`Main thread busy`}>{percent(process.busy)}</Figure>
      <Figure name={t`Memory`}>{bytes(process.resident)}</Figure>
      <Figure name={t`Memory of its objects`}>{bytes(process.heapUsed)}</Figure>
      <Figure name={t`Limit (MAX_MEMORY)`}>{bytes(process.ceiling)}</Figure>
      <Figure name={t`Load of the machine (1, 5, 15 min)`}>{load}</Figure>
      <Figure name={t`Cores`}>{number(cores)}</Figure>
      <Figure name={t`Free memory of the machine`}>
        {bytes(machine.memoryFree)} / {bytes(machine.memory)}
      </Figure>
    </Figures>
  )
}

export function ConfigurationCard() {
  const { t } = useLingui()
  const asked = useOperator('configurations', OperatorConfigurationsDocument)
  return (
    <Tile title={t`Configurations`} asked={asked}>
      {(part) => <Counts {...part} />}
    </Tile>
  )
}

function Counts({ configurations, devices }: OperatorConfigurationsQuery['operator']) {
  const { t } = useLingui()
  const { number, time } = useForms()
  const { total, usedLastDay, usedLastWeek, usedLastMonth, lastUsedAt } = configurations
  return (
    <Figures>
      <Figure name={t`Stored`}>{number(total)}</Figure>
      <Figure name={t`Used in 24 hours`}>{number(usedLastDay)}</Figure>
      <Figure name={t`Used in 7 days`}>{number(usedLastWeek)}</Figure>
      <Figure name={t`Used in 30 days`}>{number(usedLastMonth)}</Figure>
      <Figure name={t`Last use`}>{lastUsedAt === null ? '–' : time(lastUsedAt)}</Figure>
      <Figure name={t`Signed-in devices`}>{number(devices)}</Figure>
    </Figures>
  )
}
