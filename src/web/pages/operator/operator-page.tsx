import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Center, Group, Loader, PasswordInput, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  operatorSession,
  resumeOperator,
  signInOperator,
  signOutOperator,
  useOperatorFailure,
} from '../../data/operator.ts'
import { useStore } from '../../data/store.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { AnimeCard } from './anime-card.tsx'
import { BackupCard } from './backup-card.tsx'
import { ConfigurationCard, HealthCard, LoadCard } from './instance-cards.tsx'
import { LimitCard } from './limit-card.tsx'
import { OperatorBrowserCard } from './operator-browser-card.tsx'
import { UpstreamCard } from './upstream-card.tsx'

/** The instance as a whole, for whoever runs it. */
export function OperatorPage() {
  const { t } = useLingui()
  const { state } = useStore(operatorSession)
  const resuming = useQuery({
    queryKey: ['operator-session'],
    queryFn: () => resumeOperator().then(() => null),
    enabled: state === 'unknown',
  })
  if (state === 'open') return <Instance />
  return (
    <Stack className="narrow" gap="lg" py="xl">
      <PageTitle title={t`Operator`}>
        {t`The instance as a whole, in numbers: nobody's configuration or history.`}
      </PageTitle>
      {state === 'unknown' &&
        (resuming.error ? (
          <FailureNotice error={resuming.error} retry={() => void resuming.refetch()} />
        ) : (
          <Waiting />
        ))}
      {state === 'off' && (
        <Alert color="yellow" title={t`This page is off`}>
          {t`Set ADMIN_PASSWORD where the service runs, and start it again.`}
        </Alert>
      )}
      {state === 'ended' && (
        <Alert color="orange" role="status">
          {t`Your session has ended. Sign in to go on where you were.`}
        </Alert>
      )}
      {(state === 'none' || state === 'ended') && <SignIn />}
    </Stack>
  )
}

function SignIn() {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({ mutationFn: signInOperator })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate(password)
      }}
    >
      <Stack>
        {error && <FailureNotice error={error} />}
        <PasswordInput
          label={t`The operator's password`}
          description={t`It is set as ADMIN_PASSWORD where the service runs.`}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={isPending}>
          {t`Sign in`}
        </Button>
      </Stack>
    </form>
  )
}

function Instance() {
  const { t } = useLingui()
  const leaving = useMutation({ mutationFn: signOutOperator })
  const { error, retry } = useOperatorFailure()
  return (
    <Stack className="wide" gap="lg">
      <Group justify="space-between" align="start">
        <PageTitle title={t`Operator`}>
          {t`The instance as a whole, in numbers: nobody's configuration or history.`}
        </PageTitle>
        <Button
          variant="default"
          size="xs"
          loading={leaving.isPending}
          onClick={() => leaving.mutate()}
        >
          {t`Sign out as operator`}
        </Button>
      </Group>
      {leaving.error && <FailureNotice error={leaving.error} />}
      {error && (
        <FailureNotice
          error={error}
          title={t`Not everything could be read`}
          retry={() => void retry()}
        />
      )}
      <div className="tiles">
        <HealthCard />
        <LoadCard />
        <ConfigurationCard />
        <BackupCard />
        <UpstreamCard />
        <LimitCard />
        <AnimeCard />
        <OperatorBrowserCard />
      </div>
    </Stack>
  )
}

function Waiting() {
  const { t } = useLingui()
  return (
    <Center mih="10rem">
      <Loader aria-label={t`Loading`} />
    </Center>
  )
}
