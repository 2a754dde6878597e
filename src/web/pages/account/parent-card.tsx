import { useLingui } from '@lingui/react/macro'
import { Card, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import type { Configuration } from '../../data/configuration.ts'
import { useDraft } from '../../data/draft.ts'
import { SaveBar } from '../../parts/save-bar.tsx'

type Parent = { readonly uuid: string; readonly password: string }

const none: Parent = { uuid: '', password: '' }

/** The configuration that this one builds on. */
export function ParentCard() {
  const { t } = useLingui()
  const { part, change, bar } = useDraft<Parent>(parentOf, withParent)
  return (
    <Card withBorder padding="lg" component="section" style={{ overflow: 'visible' }}>
      <Stack>
        <Title order={2} size="h4">{t`Parent configuration`}</Title>
        <Text>{t`Whatever this configuration does not set comes from its parent, also what is changed there later.`}</Text>
        <TextInput
          label={t`UUID or alias of the parent`}
          description={t`Empty: there is no parent.`}
          autoComplete="off"
          value={part.uuid}
          onChange={({ currentTarget: { value } }) =>
            change(value.trim() === '' ? none : { ...part, uuid: value })
          }
        />
        <PasswordInput
          label={t`Password of the parent`}
          autoComplete="off"
          disabled={part.uuid.trim() === ''}
          value={part.password}
          onChange={(event) => change({ ...part, password: event.currentTarget.value })}
        />
      </Stack>
      <Stack gap={0} mt="xs">
        <SaveBar {...bar} />
      </Stack>
    </Card>
  )
}

function parentOf({ parentConfig }: Configuration): Parent {
  return { ...none, ...(parentConfig as Parent | null | undefined) }
}

function withParent(
  { parentConfig: _before, ...rest }: Configuration,
  { uuid, ...parent }: Parent,
): Configuration {
  return uuid.trim() === '' ? rest : { ...rest, parentConfig: { ...parent, uuid: uuid.trim() } }
}
