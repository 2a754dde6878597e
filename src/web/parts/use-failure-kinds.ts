import { useLingui } from '@lingui/react/macro'
import type { HealthFailureKind } from '../documents.ts'

/** What went wrong with answers of others, in words. */
export function useFailureKinds(): Readonly<Record<HealthFailureKind, string>> {
  const { t } = useLingui()
  return {
    ABORTED: t`Cancelled`,
    BUSY: t`Too many at once`,
    CONNECT: t`No connection`,
    FAULT: t`Fault of this service`,
    INVALID: t`Not understood`,
    PAUSED: t`Pausing`,
    REDIRECTS: t`Wrong redirect`,
    REFUSED_ADDRESS: t`Address refused`,
    REPORTED: t`Reported by an app`,
    RESET: t`Broken off`,
    STATUS: t`Error status`,
    TIMEOUT: t`Too slow`,
    TOO_LARGE: t`Too large`,
    UNAUTHORIZED: t`Credentials refused`,
    UNAVAILABLE: t`Not available`,
  }
}
