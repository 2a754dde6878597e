import { useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useConfiguration, useSaveConfiguration } from '../../data/configuration.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'

export function NameCard() {
  const { t } = useLingui()
  const { userData, etag } = useConfiguration()
  const [name, setName] = useState(userData.name ?? '')
  const { mutate, isPending, error } = useSaveConfiguration()
  const { name: _before, ...rest } = userData
  const config = name.trim() === '' ? rest : { ...rest, name: name.trim() }
  return (
    <Card withBorder padding="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          mutate({ config, etag })
        }}
      >
        <Stack>
          <Title order={2} size="h4">{t`Name`}</Title>
          {error && <FailureNotice error={error} />}
          <Group align="end">
            <TextInput
              flex="1 1 12rem"
              label={t`What players and this browser call it`}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant="light"
              loading={isPending}
              disabled={name.trim() === (userData.name ?? '')}
            >
              {t`Save`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
