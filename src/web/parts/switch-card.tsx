import { Card, Stack, Switch, Title } from '@mantine/core'
import { useInherited } from '../data/configuration.ts'
import { usePartDraft } from '../data/part-draft.ts'
import { SaveBar } from './save-bar.tsx'

type Props<Key extends string> = {
  readonly title: string
  readonly switches: readonly { readonly key: Key; readonly label: string; readonly hint: string }[]
}

/** Keys of the configuration that are off unless it or its parent says otherwise. */
export function SwitchCard<Key extends string>({ title, switches }: Props<Key>) {
  const { part, change, bar } = usePartDraft(switches.map(({ key }) => key))
  const inherited = useInherited()
  return (
    <Card withBorder padding="lg" component="section" style={{ overflow: 'visible' }}>
      <Stack>
        <Title order={2} size="h4">
          {title}
        </Title>
        {switches.map(({ key, label, hint }) => (
          <Switch
            key={key}
            label={label}
            description={hint}
            disabled={inherited === undefined}
            checked={(part[key] ?? inherited?.[key]) === true}
            onChange={(event) => change({ ...part, [key]: event.currentTarget.checked })}
          />
        ))}
      </Stack>
      <Stack gap={0} mt="xs">
        <SaveBar {...bar} />
      </Stack>
    </Card>
  )
}
