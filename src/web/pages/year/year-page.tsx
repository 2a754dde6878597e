import { useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { useParent } from '../../data/configuration.ts'
import { useHousehold, useMediaServerIsOn } from '../../data/household.ts'
import { request } from '../../data/request.ts'
import { FirstPlayDocument, YearInReviewDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { MediaServerOff } from '../../parts/media-server-off.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ParentNotice } from '../../parts/parent-notice.tsx'
import { timeZone } from '../dashboard/time.ts'
import { YearReview } from './year-review.tsx'

const thisYear = new Date().getFullYear()

/** The years from the user's first play on, newest first; this year alone until that is known. */
function useYears(user: string | null): readonly number[] {
  const { data } = useQuery({
    queryKey: ['first play', user],
    queryFn: async () => (await request(FirstPlayDocument, { user: user! })).plays.nodes[0] ?? null,
    enabled: user !== null,
    staleTime: 60_000,
  })
  const first = data ? new Date(data.startedAt).getFullYear() : thisYear
  return Array.from({ length: Math.max(1, thisYear - first + 1) }, (_, index) => thisYear - index)
}

/** What a person would like to read on the last evening of a year. */
export function YearPage() {
  const { t } = useLingui()
  const isOn = useMediaServerIsOn()
  const { error } = useParent()
  if (isOn) return <Year />
  return (
    <Stack className="page" gap="lg">
      <PageTitle title={t`The year in review`} />
      <ParentNotice />
      {isOn === undefined && !error && <Skeleton h="60vh" />}
      {isOn === false && <MediaServerOff />}
    </Stack>
  )
}

function Year() {
  const { t } = useLingui()
  const { users, error, refetch } = useHousehold()
  const [chosen, setChosen] = useState<string | null>(null)
  const [chosenYear, setYear] = useState(thisYear)
  const people = [...users.values()].map(({ user }) => user)
  const user = chosen ?? people[0]?.id ?? null
  const years = useYears(user)
  const year = years.includes(chosenYear) ? chosenYear : thisYear
  return (
    <Stack className="page" gap="lg">
      <Group justify="space-between" align="end">
        <PageTitle title={t`${year} in review`} />
        <Group align="end" className="no-print">
          {people.length > 1 && (
            <ChoiceField
              label={t`User`}
              data={people.map(({ id, name }) => ({ value: id, label: name }))}
              value={user}
              onChange={setChosen}
            />
          )}
          <ChoiceField
            label={t`Year`}
            w="7rem"
            data={years.map(String)}
            value={String(year)}
            onChange={(value) => setYear(Number(value ?? thisYear))}
          />
          <Button variant="default" onClick={() => window.print()}>
            {t`Print`}
          </Button>
        </Group>
      </Group>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {user !== null ? <ReviewOf year={year} user={user} /> : !error && <Skeleton h="60vh" />}
    </Stack>
  )
}

function ReviewOf({ year, user }: { year: number; user: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: ['year', year, user],
    queryFn: async () =>
      (await request(YearInReviewDocument, { year, user, timeZone: timeZone() })).yearInReview,
    staleTime: 60_000,
  })
  if (error) return <FailureNotice error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton h="60vh" />
  if (data.totals.plays === 0) {
    return <Text>{t`${data.user.name} watched nothing in ${year}.`}</Text>
  }
  return <YearReview review={data} />
}
