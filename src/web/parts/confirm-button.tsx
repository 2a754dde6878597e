import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = ButtonProps & {
  readonly label: string
  /** For screen readers, where the label says too little. */
  readonly name?: string
  readonly question: string
  readonly consequence: string
  readonly act: () => void
}

export function ConfirmButton({ label, name, question, consequence, act, ...look }: Props) {
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
      <ConfirmDialog
        label={label}
        question={question}
        consequence={consequence}
        isOpen={isOpen}
        close={dialog.close}
        act={act}
      />
    </>
  )
}
