import { useLingui } from '@lingui/react/macro'
import { Card, Stack, TextInput, Title } from '@mantine/core'
import type { Configuration } from '../../data/configuration.ts'
import { useDraft } from '../../data/draft.ts'
import { SaveBar } from '../../parts/save-bar.tsx'

export function NameCard() {
  const { t } = useLingui()
  const { part: name, change, bar } = useDraft(({ name: saved = '' }) => saved, renamed)
  return (
    <Card withBorder padding="lg" style={{ overflow: 'visible' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (bar.hasChanged && !bar.isSaving && !bar.conflict) bar.save()
        }}
      >
        <Title order={2} size="h4" mb="md">{t`Name`}</Title>
        <TextInput
          label={t`What players and this browser call it`}
          value={name}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </form>
      <Stack gap={0} mt="xs">
        <SaveBar {...bar} />
      </Stack>
    </Card>
  )
}

function renamed({ name: _before, ...rest }: Configuration, name: string): Configuration {
  return name.trim() === '' ? rest : { ...rest, name: name.trim() }
}
