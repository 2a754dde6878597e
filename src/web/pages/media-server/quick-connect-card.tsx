import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, Suspense, useState } from 'react'
import { useHousehold, useOwnerName } from '../../data/household.ts'
import { request } from '../../data/request.ts'
import { session } from '../../data/session.ts'
import { useStore } from '../../data/store.ts'
import { untilAskedAgain } from '../../data/until-answered.ts'
import { ApproveQuickConnectDocument, WaitingDevicesDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { lazyPart } from '../../parts/lazy-part.ts'
import { useOnceTrue } from '../../parts/use-once-true.ts'
import { devicesKey } from './device-card.tsx'

const WaitingDevices = lazyPart(async () => (await import('./waiting-devices.tsx')).WaitingDevices)

const everyMs = 4_000

export const QuickConnectCard = memo(() => {
  const { t } = useLingui()
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">
          Quick Connect
        </Title>
        <Text>{t`Choose Quick Connect in the app: it shows six digits. Type them here.`}</Text>
        <QuickConnectForm />
      </Stack>
    </Card>
  )
})

export function QuickConnectForm() {
  const { t } = useLingui()
  const client = useQueryClient()
  // The page stays while somebody signs in again.
  const isSignedIn = useStore(session).state === 'open'
  const owner = useOwnerName()
  const hasPersonal = [...useHousehold().users.values()].some((one) => one.personalUrl !== null)
  const [code, setCode] = useState('')
  const { data: waiting, refetch } = useQuery({
    queryKey: ['waiting devices'],
    queryFn: async () => (await request(WaitingDevicesDocument)).waitingDevices,
    refetchInterval: (query) => isSignedIn && Math.max(everyMs, Number(untilAskedAgain(query))),
  })
  const isNeeded = useOnceTrue(waiting !== undefined && waiting.length > 0)
  const { mutate, reset, isPending, error, isSuccess } = useMutation({
    mutationFn: () => request(ApproveQuickConnectDocument, { code }),
    async onSuccess() {
      setCode('')
      await client.invalidateQueries({ queryKey: devicesKey })
    },
  })
  return (
    <>
      {isNeeded && (
        <Suspense fallback={null}>
          <WaitingDevices devices={waiting ?? []} refetch={refetch} />
        </Suspense>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <Stack>
          <Text size="sm">
            {t`The app is signed in as ${owner}.`}{' '}
            {hasPersonal && t`At a user's own address it is signed in as that user.`}
          </Text>
          {error && <FailureNotice error={error} />}
          {isSuccess && <Alert color="teal" role="status">{t`The device is signed in.`}</Alert>}
          <Group align="end">
            <TextInput
              label={t`Code`}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              required
              w="8rem"
              classNames={{ input: 'secret' }}
              value={code}
              onChange={(event) => {
                reset()
                setCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))
              }}
            />
            <Button type="submit" loading={isPending} disabled={code.length !== 6}>
              {t`Sign the device in`}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  )
}
