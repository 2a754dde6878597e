import { Button, FileButton } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useRef } from 'react'

type Props = ButtonProps & {
  readonly label: string
  /** For screen readers, where the label says too little. */
  readonly name?: string
  readonly accept: string
  readonly choose: (file: File) => void
}

/** A button that opens a file; the same one can be chosen again. */
export function ChooseFile({ label, name, accept, choose, ...look }: Props) {
  const forget = useRef<() => void>(null)
  function take(file: File | null): void {
    forget.current?.()
    if (file) choose(file)
  }
  return (
    <FileButton accept={accept} resetRef={forget} onChange={take}>
      {({ onClick }) => (
        <Button variant="default" {...look} aria-label={name} onClick={onClick}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}
