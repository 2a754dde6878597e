import { useLingui } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { Suspense } from 'react'
import { loadTexts } from '../i18n.ts'
import { lazyPart } from './lazy-part.ts'
import type { Warning } from '../data/failure.ts'

export const WarningList = lazyPart(async () => {
  const [part] = await Promise.all([import('../reasons/warning-list.tsx'), loadTexts('reasons')])
  return part.WarningList
})

type Props = {
  readonly warnings: readonly Warning[] | undefined
  /** What a person calls the part of the configuration at this path; null: nothing. */
  readonly nameOf?: (path: string) => string | null
}

export function Warnings({ warnings, nameOf }: Props) {
  const { t } = useLingui()
  if (!warnings || warnings.length === 0) return null
  return (
    <Alert color="yellow" title={t`Some parts do not work as written`}>
      <Suspense>
        <WarningList warnings={warnings} nameOf={nameOf} />
      </Suspense>
    </Alert>
  )
}
