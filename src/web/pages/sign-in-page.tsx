import { useLingui } from '@lingui/react/macro'
import {
  Alert,
  Anchor,
  Button,
  CloseButton,
  Group,
  PasswordInput,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { forgetConfiguration, opened } from '../data/opened.ts'
import { session, signIn } from '../data/session.ts'
import { useStore } from '../data/store.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { OperatorLink } from '../parts/operator-link.tsx'
import { PageTitle } from '../parts/page-title.tsx'

export function SignInPage() {
  const { t } = useLingui()
  const now = useStore(session)
  const last = useStore(opened)[0]?.uuid ?? ''
  // Another tab may have opened another configuration since.
  const [id, setId] = useState(now.state === 'ended' ? now.uuid : last)
  return (
    <Stack className="narrow" gap="lg" py="xl">
      <PageTitle title={t`Sign in`} />
      {now.state === 'ended' && (
        <Alert color="orange">
          {now.hasNewPassword
            ? t`The password is changed. Sign in with the new one.`
            : t`Your session has ended. Sign in to go on where you were.`}
        </Alert>
      )}
      <SignInForm id={id} setId={setId} />
      <OpenedList choose={setId} />
      <Text>
        {t`No configuration yet?`}{' '}
        <Anchor component={Link} to="/start" state={{ startsAnew: true }}>
          {t`Set one up`}
        </Anchor>
      </Text>
      <OperatorLink />
    </Stack>
  )
}

function SignInForm({ id, setId }: { id: string; setId: (id: string) => void }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const { mutate, isPending, error } = useMutation({ mutationFn: signIn })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ id: id.trim(), password, remember })
      }}
    >
      <Stack>
        {error && <FailureNotice error={error} />}
        <TextInput
          label={t`UUID or alias`}
          autoComplete="username"
          required
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <PasswordInput
          label={t`Password`}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Switch
          label={t`Stay signed in for 90 days`}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Button type="submit" loading={isPending}>
          {t`Sign in`}
        </Button>
      </Stack>
    </form>
  )
}

/** Nobody can recover a UUID; the browser remembers those that it has seen. */
function OpenedList({ choose }: { choose: (uuid: string) => void }) {
  const { t, i18n } = useLingui()
  const known = useStore(opened)
  if (known.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">{t`Opened in this browser`}</Title>
      {known.map(({ uuid, name, at }) => (
        <Group key={uuid} wrap="nowrap" justify="space-between">
          <UnstyledButton onClick={() => choose(uuid)} flex={1}>
            <Text fw={500}>{name?.trim() || t`Without a name`}</Text>
            <Text size="xs" c="dimmed">
              {uuid} · {i18n.date(new Date(at), { dateStyle: 'medium' })}
            </Text>
          </UnstyledButton>
          <CloseButton
            aria-label={t`Forget ${name?.trim() || uuid}`}
            onClick={() => forgetConfiguration(uuid)}
          />
        </Group>
      ))}
    </Stack>
  )
}
