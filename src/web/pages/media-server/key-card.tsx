import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../data/request.ts'
import { ApiKeysDocument, CreateApiKeyDocument, RevokeApiKeyDocument } from '../../documents.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { retryOf } from '../../parts/retry-of.ts'

const queryKey = ['api-keys']

/** Keys of programs that speak to the media server. */
export function KeyCard() {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await request(ApiKeysDocument)).apiKeys,
  })
  const onSettled = () => client.invalidateQueries({ queryKey })
  const revoking = useMutation({
    mutationFn: (id: string) => request(RevokeApiKeyDocument, { id }),
    onSettled,
  })
  const failure = revoking.error ?? error
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`API keys`}</Title>
        <Text>{t`For programs that speak to the media server without signing in, such as Jellystat or Home Assistant.`}</Text>
        {failure && <FailureNotice error={failure} retry={retryOf(revoking, refetch)} />}
        {!data && !error && <Skeleton h="2rem" />}
        {data?.map(({ id, name, createdAt }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={500}>{name}</Text>
              <Text size="sm" c="dimmed">
                {i18n.date(createdAt, { dateStyle: 'medium' })}
              </Text>
            </div>
            <ConfirmButton
              label={t`Revoke`}
              name={t`Revoke ${name}`}
              question={t`Revoke ${name}?`}
              consequence={t`The program that uses it can no longer connect.`}
              act={() => revoking.mutate(id)}
            />
          </Group>
        ))}
        <NewKey made={onSettled} />
      </Stack>
    </Card>
  )
}

function NewKey({ made }: { made: () => Promise<void> }) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () =>
      (await request(CreateApiKeyDocument, { name: name.trim() })).createApiKey,
    async onSuccess() {
      setName('')
      await made()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Stack>
        {error && <FailureNotice error={error} />}
        {data?.key && (
          <Alert color="teal" role="status" title={t`Copy the key now`}>
            <CopyField
              label={data.name}
              hint={t`It is shown this once and cannot be read again.`}
              value={data.key}
            />
          </Alert>
        )}
        <Group align="end">
          <TextInput
            flex="1 1 10rem"
            label={t`Name of the program`}
            required
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="light" loading={isPending}>
            {t`Make a key`}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
