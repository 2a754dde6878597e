import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Dialog } from './dialog.tsx'

type Props = ButtonProps & {
  readonly label: string
  /** For screen readers, where the label says too little. */
  readonly name?: string
  readonly question: string
  readonly consequence: string
  readonly act: () => void
}

export function ConfirmButton({ label, name, question, consequence, act, ...look }: Props) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button
        variant="default"
        size="xs"
        {...look}
        aria-label={name}
        aria-haspopup="dialog"
        onClick={dialog.open}
      >
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={question}>
        <Stack>
          <Text>{consequence}</Text>
          <Group justify="end">
            <Button data-autofocus variant="default" onClick={dialog.close}>
              {t`Cancel`}
            </Button>
            <Button
              color="red.9"
              onClick={() => {
                dialog.close()
                act()
              }}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
