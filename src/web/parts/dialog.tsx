import { useLingui } from '@lingui/react/macro'
import { CloseButton, Group, Title } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { session } from '../data/session.ts'

type DialogProps = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
}

/** A question in a window of its own. */
export function Dialog({ opened, ...props }: DialogProps) {
  return opened && createPortal(<OpenWindow {...props} />, document.body)
}

/** The browser's own keeps the focus, and gives it back once it is closed. */
function OpenWindow({ onClose, title, children }: Omit<DialogProps, 'opened'>) {
  const { t } = useLingui()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current!
    element.querySelector('[data-autofocus]')?.setAttribute('autofocus', '')
    element.showModal()
    return () => element.close()
  }, [])
  const close = useEffectEvent(onClose)
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.get().state !== 'open') close()
      }),
    [],
  )
  return (
    <dialog
      ref={dialog}
      role="dialog"
      className="window"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      {...{ closedby: 'any' }}
    >
      <Group justify="space-between" align="start" wrap="nowrap" mb="md">
        <Title id={id} order={2} size="h4">
          {title}
        </Title>
        <CloseButton aria-label={t`Close`} onClick={onClose} />
      </Group>
      {children}
    </dialog>
  )
}
