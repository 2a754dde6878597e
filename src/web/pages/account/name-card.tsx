import { useLingui } from '@lingui/react/macro'
import { Card, Stack, TextInput, Title } from '@mantine/core'
import type { Configuration } from '../../data/configuration.ts'
import { useDraft } from '../../data/draft.ts'
import { partOf, withPart } from '../../data/configuration-part.ts'
import { SaveBar } from '../../parts/save-bar.tsx'

const keys = ['name', 'description', 'logo'] as const
type Texts = { readonly [Key in (typeof keys)[number]]?: string }

/** As players show the configuration. */
export function NameCard() {
  const { t } = useLingui()
  const { part, change, bar } = useDraft<Texts>(
    (configuration) => partOf(configuration, keys),
    renamed,
  )
  const fields = [
    { key: 'name', label: t`What players and this browser call it`, hint: undefined },
    { key: 'description', label: t`Description`, hint: t`A line that players show with the name.` },
    {
      key: 'logo',
      label: t`Address of a picture`,
      hint: t`Players show it beside the name. Without one they show that of this server.`,
    },
  ] as const
  const set = (key: keyof Texts, text: string) => {
    const { [key]: _before, ...rest } = part
    change(text === '' ? rest : { ...rest, [key]: text })
  }
  return (
    <Card withBorder padding="lg" style={{ overflow: 'visible' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (bar.hasChanged && !bar.isSaving && !bar.conflict) bar.save()
        }}
      >
        <Title order={2} size="h4" mb="md">{t`Name`}</Title>
        <Stack>
          {fields.map(({ key, label, hint }) => (
            <TextInput
              key={key}
              label={label}
              description={hint}
              inputMode={key === 'logo' ? 'url' : undefined}
              value={part[key] ?? ''}
              onChange={(event) => set(key, event.currentTarget.value)}
            />
          ))}
        </Stack>
        <button type="submit" hidden />
      </form>
      <Stack gap={0} mt="xs">
        <SaveBar {...bar} />
      </Stack>
    </Card>
  )
}

function renamed(configuration: Configuration, part: Texts): Configuration {
  const trimmed = Object.entries(part).map(([key, text]) => [key, text.trim()] as const)
  const filled = trimmed.filter(([, text]) => text !== '')
  return withPart(configuration, keys, Object.fromEntries(filled))
}
