import { Modal } from '@mantine/core'
import type { ModalProps } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'

export type DialogProps = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'children'>

export function DialogWindow(props: DialogProps) {
  const { t } = useLingui()
  return <Modal {...props} closeButtonProps={{ 'aria-label': t`Close` }} />
}
