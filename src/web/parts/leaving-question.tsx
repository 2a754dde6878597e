import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from './dialog.tsx'

export type LeavingProps = {
  readonly leave: () => void
  readonly stay: () => void
}

export function LeavingQuestion({ leave, stay }: LeavingProps) {
  const { t } = useLingui()
  return (
    <Dialog opened onClose={stay} title={t`Leave without saving?`}>
      <Stack>
        <Text>{t`What you changed on this page would be lost.`}</Text>
        <Group justify="end">
          <Button variant="default" onClick={leave}>
            {t`Leave`}
          </Button>
          <Button data-autofocus onClick={stay}>
            {t`Stay here`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
