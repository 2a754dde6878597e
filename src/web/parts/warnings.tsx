import { useLingui } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { lazyPart } from './lazy-part.ts'
import type { Warning } from './use-warning-text.ts'

const WarningList = lazyPart(async () => (await import('./warning-list.tsx')).WarningList)

export function Warnings({ warnings }: { warnings: readonly Warning[] | undefined }) {
  const { t } = useLingui()
  if (!warnings || warnings.length === 0) return null
  return (
    <Alert color="yellow" title={t`Some parts do not work as written`}>
      <WarningList warnings={warnings} />
    </Alert>
  )
}
