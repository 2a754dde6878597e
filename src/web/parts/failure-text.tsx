import { useLingui } from '@lingui/react/macro'
import { Failure } from '../data/failure.ts'
import type { ErrorCode } from '../documents.ts'
import { ShownReason } from './shown-reason.tsx'

export function FailureText({ error }: { error: unknown }) {
  const text = useKindText(error)
  const reason = error instanceof Failure ? error.reason : undefined
  return <ShownReason reason={reason} instead={text} />
}

/** In English with the service's own sentence, where it says more than the code does. */
function useKindText(error: unknown): string {
  const { t, i18n } = useLingui()
  const unexpected = t`Something unexpected happened. Reload the page.`
  const otherVersion = t`This page and the service do not fit together. Reload the page.`
  if (!(error instanceof Failure)) return unexpected
  const { code, message } = error
  const exact = i18n.locale === 'en' ? ` ${message}` : ''
  const texts: Readonly<Record<ErrorCode | 'OFFLINE', string>> = {
    BAD_REQUEST: t`The service does not accept this.` + exact,
    CONFLICT: t`The configuration was changed elsewhere meanwhile. What is there now is shown; save again to replace it.`,
    FORBIDDEN: t`This is not allowed.` + exact,
    HEADERS_TOO_LARGE: otherVersion,
    INTERNAL_SERVER_ERROR: t`Something unexpected happened in the service.` + exact,
    INVALID_CONFIG: t`The service does not accept this.` + exact,
    METHOD_NOT_ALLOWED: otherVersion,
    NOT_FOUND: t`This was not found.` + exact,
    OFFLINE: t`The service does not answer. Is it running?`,
    PARENT_CONFIG_UNAVAILABLE: t`The configuration that this one builds on cannot be read.` + exact,
    PAYLOAD_TOO_LARGE: t`This is larger than the service takes.`,
    RATE_LIMIT_EXCEEDED: t`Too much in a short time. Try again in a moment.`,
    SERVICE_UNAVAILABLE: t`The service cannot do this right now. Try again in a moment.`,
    UNAUTHORIZED: t`This sign-in is not right.` + exact,
    UNSUPPORTED_MEDIA_TYPE: otherVersion,
    USER_NOT_FOUND: t`There is no such configuration.`,
  }
  return (texts as Partial<Record<string, string>>)[code] ?? unexpected
}
