import { useLingui } from '@lingui/react/macro'
import { Card, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useInstance } from '../../data/configuration.ts'
import { usePartDraft } from '../../data/part-draft.ts'
import { SaveBar } from '../../parts/save-bar.tsx'

/** Where the operator lets nobody in without it. */
export function ServerPasswordCard() {
  const { t } = useLingui()
  const isProtected = useInstance()?.protected ?? false
  const { part, change, bar } = usePartDraft(['addonPassword'])
  if (!isProtected) return null
  return (
    <Card withBorder padding="lg" component="section" style={{ overflow: 'visible' }}>
      <Stack>
        <Title order={2} size="h4">{t`Password of this server`}</Title>
        <Text>{t`Nothing can be saved here without it. Enter the new one once the operator has changed it.`}</Text>
        <PasswordInput
          label={t`Password of this server`}
          description={t`Its operator knows it.`}
          autoComplete="off"
          value={typeof part['addonPassword'] === 'string' ? part['addonPassword'] : ''}
          onChange={({ currentTarget: { value } }) =>
            change(value === '' ? {} : { addonPassword: value })
          }
        />
      </Stack>
      <Stack gap={0} mt="xs">
        <SaveBar {...bar} />
      </Stack>
    </Card>
  )
}
