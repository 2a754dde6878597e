import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Failure, isTemporary } from '../../data/failure.ts'
import { request } from '../../data/request.ts'
import { FinishTrackerDocument } from '../../documents.ts'
import type { ConnectTrackerMutation, NativeTracker } from '../../documents.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'

type Props = {
  readonly pairing: ConnectTrackerMutation['connectTracker']
  readonly target: { readonly tracker: NativeTracker; readonly userId: string | number }
  readonly name: string
  readonly done: () => void
  readonly renew: () => void
}

const shortestPauseMs = 2_000
/** After a refusal that may pass, such as too many questions. */
const longPauseMs = 30_000

/** The two ways in which trackers are connected: a code for their page, or one from it. */
export function TrackerPairing(props: Props) {
  const { t } = useLingui()
  const { pairing, name } = props
  return (
    <Alert color="indigo" title={t`Connect ${name}`}>
      <Stack align="start">
        <Text size="sm">
          {pairing.userCode === null
            ? t`Open the page, allow the connection, and bring back the code that it shows.`
            : t`Open the page and type this code there. This page notices when it is done.`}
        </Text>
        <Button component="a" href={pairing.url} target="_blank" rel="noreferrer" size="xs">
          {t`Open the page of ${name}`}
        </Button>
        {pairing.userCode === null ? (
          <TypedCode {...props} />
        ) : (
          <>
            <CopyField label={t`Code`} value={pairing.userCode} />
            <Confirmation {...props} />
          </>
        )}
      </Stack>
    </Alert>
  )
}

function Confirmation({ pairing, target, done, renew }: Props) {
  const { t } = useLingui()
  const { data, error } = useQuery({
    queryKey: ['tracker-pairing', target, pairing.userCode],
    queryFn: async () => (await request(FinishTrackerDocument, target)).finishTracker.state,
    refetchInterval({ state: { error: failure } }) {
      if (failure && !mayPass(failure)) return false
      return Math.max(failure ? longPauseMs : shortestPauseMs, pairing.intervalMs ?? 0)
    },
    // Only the interval says when to ask again.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  useEffect(() => {
    if (data === 'CONNECTED') done()
  }, [data, done])
  if (error && !mayPass(error)) {
    return (
      <>
        <FailureNotice error={error} />
        <NewCode renew={renew} />
      </>
    )
  }
  return (
    <Text size="sm" role="status">
      {t`Waiting until you have typed it …`}
    </Text>
  )
}

function mayPass(error: unknown): boolean {
  return isTemporary(error) || (error instanceof Failure && error.code === 'RATE_LIMIT_EXCEEDED')
}

function NewCode({ renew }: { renew: () => void }) {
  const { t } = useLingui()
  return (
    <Button size="xs" variant="default" onClick={renew}>
      {t`Get a new code`}
    </Button>
  )
}

function TypedCode({ target, done, renew }: Props) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request(FinishTrackerDocument, { ...target, code: code.trim() }),
    onSuccess: done,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      {error && (
        <Stack align="start" gap="xs" mb="sm">
          <FailureNotice error={error} />
          <NewCode renew={renew} />
        </Stack>
      )}
      <Group align="end">
        <TextInput
          label={t`Code from the page`}
          required
          autoComplete="off"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={isPending}>
          {t`Finish`}
        </Button>
      </Group>
    </form>
  )
}
