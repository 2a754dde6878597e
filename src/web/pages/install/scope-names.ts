import { useLingui } from '@lingui/react/macro'
import type { AccessScope } from '../../documents.ts'

export function useScopeNames(): Readonly<Record<AccessScope, string>> {
  const { t } = useLingui()
  return {
    ACTIVITY: t`Statistics`,
    HISTORY: t`History`,
    SESSIONS: t`Now playing`,
    HEALTH: t`Health of sources`,
  }
}
