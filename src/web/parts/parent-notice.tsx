import { useLingui } from '@lingui/react/macro'
import { useParent } from '../data/configuration.ts'
import { FailureNotice } from './failure-notice.tsx'

/** Where something that the parent decides is not known. */
export function ParentNotice() {
  const { t } = useLingui()
  const { error, refetch } = useParent()
  if (!error) return null
  return (
    <FailureNotice
      title={t`What comes from the parent configuration is not known`}
      error={error}
      retry={() => void refetch()}
    />
  )
}
