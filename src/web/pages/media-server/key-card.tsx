import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { request } from '../../data/request.ts'
import { ApiKeysDocument, CreateApiKeyDocument, RevokeApiKeyDocument } from '../../documents.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { CredentialCard } from '../../parts/credential-card.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'

/** Keys of programs that speak to the media server. */
export const KeyCard = memo(() => {
  const { t, i18n } = useLingui()
  return (
    <CredentialCard
      title={t`API keys`}
      purpose={t`For programs that speak to the media server without signing in, such as Jellystat or Home Assistant.`}
      queryKey="api-keys"
      read={async () => (await request(ApiKeysDocument)).apiKeys}
      revoke={(id) => request(RevokeApiKeyDocument, { id })}
      line={({ id, name, createdAt }, revoke) => (
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
            act={revoke}
          />
        </Group>
      )}
      maker={(made) => <NewKey made={made} />}
    />
  )
})

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
