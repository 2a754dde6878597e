import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from './dialog.tsx'

type Props = {
  /** Of the button that does it. */
  readonly label: string
  readonly question: string
  readonly consequence: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly act: () => void
}

export function ConfirmDialog({ label, question, consequence, isOpen, close, act }: Props) {
  const { t } = useLingui()
  return (
    <Dialog opened={isOpen} onClose={close} title={question}>
      <Stack>
        <Text>{consequence}</Text>
        <Group justify="end">
          <Button data-autofocus variant="default" onClick={close}>
            {t`Cancel`}
          </Button>
          <Button
            color="red.9"
            onClick={() => {
              close()
              act()
            }}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
