import { useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { Schedule } from '../../data/household.ts'
import { endOf, hoursOf, timeOf } from './hours.ts'

type Props = {
  readonly schedules: readonly Schedule[]
  readonly change: (schedules: readonly Schedule[]) => void
}

const usual: Schedule = { dayOfWeek: 'Everyday', startHour: 8, endHour: 20 }
const mostSchedules = 50

/** When a user may use the service; without any, always. */
export function ScheduleFields({ schedules, change }: Props) {
  const { t } = useLingui()
  const isFull = schedules.length >= mostSchedules
  return (
    <Stack gap="xs" role="group" aria-label={t`Allowed hours`}>
      <Text size="sm" fw={600}>{t`Allowed hours`}</Text>
      {schedules.length === 0 && <Text size="sm" c="dimmed">{t`At any hour.`}</Text>}
      {schedules.map((schedule, index) => (
        <ScheduleRow
          // oxlint-disable-next-line react/no-array-index-key -- hours have nothing else to be told apart by
          key={index}
          number={index + 1}
          schedule={schedule}
          change={(next) => change(schedules.with(index, next))}
          remove={() => change(schedules.toSpliced(index, 1))}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          disabled={isFull}
          onClick={() => change([...schedules, usual])}
        >
          {t`Add hours`}
        </Button>
      </Group>
    </Stack>
  )
}

type RowProps = {
  readonly number: number
  readonly schedule: Schedule
  readonly change: (schedule: Schedule) => void
  readonly remove: () => void
}

function ScheduleRow({ number, schedule, change, remove }: RowProps) {
  const { t } = useLingui()
  const days = useDays()
  const { dayOfWeek, startHour, endHour } = schedule
  const isWrong = startHour >= endHour
  return (
    <Group gap="xs" align="start">
      <NativeSelect
        aria-label={t`Days of hours ${number}`}
        flex="1 1 10rem"
        data={days}
        value={dayOfWeek}
        onChange={({ currentTarget: { value } }) => change({ ...schedule, dayOfWeek: value })}
      />
      <Group gap={4} align="start" wrap="nowrap">
        <TextInput
          type="time"
          aria-label={t`Beginning of hours ${number}`}
          className="time"
          value={timeOf(startHour)}
          onChange={({ currentTarget: { value } }) =>
            change({ ...schedule, startHour: hoursOf(value) ?? startHour })
          }
        />
        <TextInput
          type="time"
          aria-label={t`End of hours ${number}`}
          className="time"
          error={isWrong ? t`Must be later; past midnight takes two rows.` : undefined}
          value={timeOf(endHour)}
          onChange={({ currentTarget: { value } }) =>
            change({ ...schedule, endHour: endOf(value) ?? endHour })
          }
        />
        <CloseButton mt={4} aria-label={t`Remove hours ${number}`} onClick={remove} />
      </Group>
    </Group>
  )
}

const weekDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function useDays() {
  const { t, i18n } = useLingui()
  const nameOf = (index: number) =>
    // The first of January 2024 was a Monday.
    i18n.date(new Date(Date.UTC(2024, 0, 1 + index)), { weekday: 'long', timeZone: 'UTC' })
  return [
    { value: 'Everyday', label: t`Every day` },
    { value: 'Weekday', label: t`Monday to Friday` },
    { value: 'Weekend', label: t`Saturday and Sunday` },
    ...weekDays.map((value, index) => ({ value, label: nameOf(index) })),
  ]
}
