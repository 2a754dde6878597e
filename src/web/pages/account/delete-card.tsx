import { useLingui } from '@lingui/react/macro'
import { Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfiguration } from '../../data/configuration.ts'
import { request } from '../../data/request.ts'
import { leaveConfiguration } from '../../data/session.ts'
import { DeleteConfigurationDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'

export function DeleteCard() {
  const { t } = useLingui()
  const { uuid, userData } = useConfiguration()
  const name = userData.name?.trim() || uuid
  const [typed, setTyped] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request(DeleteConfigurationDocument),
    onSuccess: () => leaveConfiguration(uuid),
  })
  return (
    <Card withBorder padding="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <Stack align="start">
          <Title order={2} size="h4">{t`Delete`}</Title>
          <Text>{t`Deletes the configuration with its users and everything that they have watched, for good.`}</Text>
          {error && <FailureNotice error={error} />}
          <TextInput
            w="100%"
            maw="24rem"
            label={t`Type ${name} to delete it`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" color="red.9" loading={isPending} disabled={typed.trim() !== name}>
            {t`Delete for good`}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
