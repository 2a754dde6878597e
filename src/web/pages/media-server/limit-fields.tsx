import { useLingui } from '@lingui/react/macro'
import { NumberInput, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import type { UserEntry } from '../../data/household.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

type Props = { readonly user: UserEntry; readonly change: (user: UserEntry) => void }

const minutesOfDay = 1_440

export function LimitFields({ user, change }: Props) {
  const { t } = useLingui()
  const { maxRating, minutesPerDay, accessSchedules, timeZone } = user
  const schedules = accessSchedules ?? []
  const setRating = (text: string) => {
    const isAge = /^\d+$/.test(text)
    change({ ...user, maxRating: text === '' ? null : isAge ? Number(text) : text })
  }
  return (
    <Stack role="group" aria-label={t`What this user may watch, and when`}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t`Highest rating`}
          description={t`An age, or a rating such as PG-13 or FSK 12.`}
          placeholder={t`no limit`}
          autoComplete="off"
          value={String(maxRating ?? '')}
          onChange={(event) => setRating(event.currentTarget.value)}
        />
        <TagsInput
          label={t`Genres left out`}
          description={t`As your sources call them.`}
          splitChars={[',']}
          value={[...(user.blockedGenres ?? [])]}
          onChange={(blockedGenres) => change({ ...user, blockedGenres })}
        />
        <NumberInput
          label={t`Minutes a day`}
          description={t`How long this user may watch on each day.`}
          placeholder={t`no limit`}
          min={0}
          max={minutesOfDay}
          allowDecimal={false}
          value={minutesPerDay ?? ''}
          onChange={(next) => change({ ...user, minutesPerDay: next === '' ? null : Number(next) })}
        />
        <TimeZoneField
          label={t`Time zone`}
          hint={t`Whose clock the hours and minutes mean.`}
          placeholder={t`that of the household`}
          zone={timeZone ?? null}
          change={(zone) => change({ ...user, timeZone: zone })}
        />
      </SimpleGrid>
      <Switch
        label={t`Leave out titles without a rating`}
        checked={user.blockUnrated ?? false}
        onChange={(event) => change({ ...user, blockUnrated: event.currentTarget.checked })}
      />
      <ScheduleFields
        schedules={schedules}
        change={(next) => change({ ...user, accessSchedules: next })}
      />
    </Stack>
  )
}
