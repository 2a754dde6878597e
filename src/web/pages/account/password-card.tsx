import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../data/request.ts'
import { signInWithNewPassword } from '../../data/session.ts'
import { BrowsersDocument, ChangePasswordDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'

const empty = { currentPassword: '', password: '' }

async function change(input: typeof empty): Promise<void> {
  const { browserSessions } = await request(BrowsersDocument)
  const remember = browserSessions.some((browser) => browser.current && browser.remembered)
  const { changePassword } = await request(ChangePasswordDocument, input)
  await signInWithNewPassword({ id: changePassword.uuid, password: input.password, remember })
}

export function PasswordCard() {
  const { t } = useLingui()
  const client = useQueryClient()
  const [input, setInput] = useState(empty)
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: change,
    async onSuccess() {
      setInput(empty)
      await client.invalidateQueries()
    },
  })
  return (
    <Card withBorder padding="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          mutate(input)
        }}
      >
        <Stack align="start">
          <Title order={2} size="h4">{t`Change the password`}</Title>
          <Text>{t`It signs out every app and browser but this one, and ends the addresses that were installed in Stremio.`}</Text>
          {error && <FailureNotice error={error} />}
          {isSuccess && <Alert color="teal">{t`The password is changed.`}</Alert>}
          <PasswordInput
            w="100%"
            maw="24rem"
            label={t`Current password`}
            autoComplete="current-password"
            required
            value={input.currentPassword}
            onChange={(event) => setInput({ ...input, currentPassword: event.currentTarget.value })}
          />
          <PasswordInput
            w="100%"
            maw="24rem"
            label={t`New password`}
            autoComplete="new-password"
            required
            minLength={8}
            value={input.password}
            onChange={(event) => setInput({ ...input, password: event.currentTarget.value })}
          />
          <Button type="submit" variant="light" loading={isPending}>
            {t`Change it`}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
