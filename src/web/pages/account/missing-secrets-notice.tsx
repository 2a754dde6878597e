import { useLingui } from '@lingui/react/macro'
import { Alert, Checkbox, List, Stack, Text } from '@mantine/core'
import { useOwnerName } from '../../data/household.ts'
import type { MissingSecret } from './missing-secrets.ts'

type Props = {
  readonly missing: readonly MissingSecret[]
  readonly isAccepted: boolean
  readonly accept: (isAccepted: boolean) => void
}

/** Whose secrets fall away with an import: to go on without them must be chosen. */
export function MissingSecrets({ missing, isAccepted, accept }: Props) {
  const { t } = useLingui()
  const ownerName = useOwnerName()
  const names = { pin: t`PIN`, password: t`Password` }
  const byUser = Map.groupBy(missing, ({ user }) => user)
  return (
    <Alert color="yellow" title={t`These PINs and passwords are not in the file`}>
      <Stack gap="sm">
        <List>
          {[...byUser].map(([user, lost]) => (
            <List.Item key={user}>
              {user ?? ownerName}: {lost.map(({ field }) => names[field]).join(', ')}
            </List.Item>
          ))}
        </List>
        <Text size="sm">{t`Nor are they stored here. Without them, everyone in the household can open these users until you set new ones on the page Media server.`}</Text>
        <Checkbox
          label={t`Import without them`}
          checked={isAccepted}
          onChange={(event) => accept(event.currentTarget.checked)}
        />
      </Stack>
    </Alert>
  )
}
