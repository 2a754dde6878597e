import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'

type Props = {
  readonly name: string
  readonly isOpen: boolean
  readonly toggle: () => void
}

export function DetailsButton({ name, isOpen, toggle }: Props) {
  const { t } = useLingui()
  return (
    <Button
      variant="subtle"
      size="xs"
      onClick={toggle}
      aria-expanded={isOpen}
      aria-label={t`Details of ${name}`}
    >
      {t`Details`}
    </Button>
  )
}
