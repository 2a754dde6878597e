import { useLingui } from '@lingui/react/macro'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useBrowserName } from './use-browser-name.ts'

type Props = {
  /** As the browser called itself. */
  readonly name: string
  readonly current: boolean
  readonly about: string
  readonly signOut: () => void
}

/** A browser that is signed in; the one that shows the page cannot end itself here. */
export function BrowserLine({ name: said, current, about, signOut }: Props) {
  const { t } = useLingui()
  const name = useBrowserName()(said)
  return (
    <Group justify="space-between">
      <div>
        <Text fw={500}>
          {name} {current && <Badge ml={4}>{t`this one`}</Badge>}
        </Text>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </div>
      {!current && (
        <Button variant="default" size="xs" aria-label={t`Sign out ${name}`} onClick={signOut}>
          {t`Sign out`}
        </Button>
      )}
    </Group>
  )
}
