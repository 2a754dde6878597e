import { useLingui } from '@lingui/react/macro'
import { Card, Stack, Switch, TextInput, Title } from '@mantine/core'
import type { Catalogs } from './use-catalogs.ts'

/** What players get beside the catalogs of the sources. */
export function PlayerCard({ catalogs: { settings, change } }: { catalogs: Catalogs }) {
  const { t } = useLingui()
  const switches = [
    {
      key: 'search',
      label: t`One search over all sources`,
      hint: t`Without it, players cannot search by name.`,
    },
    {
      key: 'continueWatching',
      label: t`Continue watching`,
      hint: t`At a user's own address: what they have begun.`,
    },
    {
      key: 'nextUp',
      label: t`Next up`,
      hint: t`At a user's own address: the next episodes of their series.`,
    },
  ] as const
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`Besides the catalogs`}</Title>
        {switches.map(({ key, label, hint }) => (
          <Switch
            key={key}
            label={label}
            description={hint}
            checked={settings[key] !== false}
            onChange={(event) => change({ [key]: event.currentTarget.checked })}
          />
        ))}
        <TextInput
          label={t`Mark of what was watched`}
          description={t`At a user's own address it stands before the names, such as ✓. Empty: no mark.`}
          maw="20rem"
          maxLength={20}
          value={settings.watchedMark ?? ''}
          onChange={(event) => change({ watchedMark: event.currentTarget.value })}
        />
      </Stack>
    </Card>
  )
}
