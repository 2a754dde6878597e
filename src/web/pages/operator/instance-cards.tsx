import { useLingui } from '@lingui/react/macro'
import { Alert, Badge, List } from '@mantine/core'
import type { Instance } from '../../data/operator.ts'
import { Figure, Figures, Tile } from './figures.tsx'
import { useForms } from './use-forms.ts'

export function HealthCard({ instance: { health } }: { instance: Instance }) {
  const { t } = useLingui()
  const { time } = useForms()
  const { problems, version, startedAt } = health
  return (
    <Tile title={t`Health`}>
      {problems.length > 0 && (
        <Alert color="red" title={t`It cannot serve`} role="alert">
          <List>
            {problems.map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
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
    </Tile>
  )
}

export function LoadCard({ instance: { process, machine } }: { instance: Instance }) {
  const { t } = useLingui()
  const { number, percent, bytes } = useForms()
  const { cores } = machine
  const load = machine.load.map((one) => number(Math.round(one * 100) / 100)).join(' · ')
  return (
    <Tile title={t`Load and memory`} hint={t`Of the process that answers, and of its machine.`}>
      <Figures>
        <Figure name={t`Processor`}>{percent(process.cpu)}</Figure>
        <Figure name={t`Busy`}>{percent(process.busy)}</Figure>
        <Figure name={t`Memory`}>{bytes(process.resident)}</Figure>
        <Figure name={t`Objects`}>{bytes(process.heapUsed)}</Figure>
        <Figure name={t`Limit (MAX_MEMORY)`}>{bytes(process.ceiling)}</Figure>
        <Figure name={t`Load of the machine (1, 5, 15 min)`}>{load}</Figure>
        <Figure name={t`Cores`}>{number(cores)}</Figure>
        <Figure name={t`Free memory of the machine`}>
          {bytes(machine.memoryFree)} / {bytes(machine.memory)}
        </Figure>
      </Figures>
    </Tile>
  )
}

export function ConfigurationCard({ instance }: { instance: Instance }) {
  const { t } = useLingui()
  const { number, time } = useForms()
  const { configurations, devices } = instance
  const { total, usedLastDay, usedLastWeek, usedLastMonth, lastUsedAt } = configurations
  return (
    <Tile title={t`Configurations`}>
      <Figures>
        <Figure name={t`All`}>{number(total)}</Figure>
        <Figure name={t`Used in 24 hours`}>{number(usedLastDay)}</Figure>
        <Figure name={t`Used in 7 days`}>{number(usedLastWeek)}</Figure>
        <Figure name={t`Used in 30 days`}>{number(usedLastMonth)}</Figure>
        <Figure name={t`Last use`}>{lastUsedAt === null ? '–' : time(lastUsedAt)}</Figure>
        <Figure name={t`Signed-in devices`}>{number(devices)}</Figure>
      </Figures>
    </Tile>
  )
}
