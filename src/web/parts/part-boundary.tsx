import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { Component } from 'react'
import type { ReactNode } from 'react'

type Props = {
  /** In place of what cannot be shown. */
  readonly instead: ReactNode
  readonly children: ReactNode
}

/** Where a part cannot be loaded, what stands around it stays. */
export class PartBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}

/** After an upgrade of the service the parts of the earlier version are gone. */
export function ReloadNotice() {
  const { t } = useLingui()
  return (
    <Alert color="orange" title={t`This part cannot be loaded`} role="alert">
      <Stack gap="sm" align="start">
        <Text size="sm">{t`The service may have been upgraded. Reload the page.`}</Text>
        <Button size="xs" variant="light" color="orange" onClick={() => location.reload()}>
          {t`Reload`}
        </Button>
      </Stack>
    </Alert>
  )
}
