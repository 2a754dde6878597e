import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { Failure } from '../data/failure.ts'

type Props = { readonly error: unknown; readonly title?: string; readonly retry?: () => void }

/** What went wrong, and a way to try again where there is one. */
export function FailureNotice({ error, title, retry }: Props) {
  const { t } = useLingui()
  const message = useFailureText(error)
  return (
    <Alert color="red" title={title ?? t`This did not work`} role="alert">
      <Stack gap="sm" align="start">
        <Text size="sm">{message}</Text>
        {retry && (
          <Button size="xs" variant="light" color="red" onClick={retry}>
            {t`Try again`}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

export function useFailureText(error: unknown): string {
  const { t } = useLingui()
  if (!(error instanceof Failure)) return t`Something unexpected happened. Reload the page.`
  if (error.code === 'OFFLINE') return t`The service does not answer. Is it running?`
  if (error.code === 'CONFLICT') {
    return t`The configuration was changed elsewhere meanwhile. What is there now is shown; save again to replace it.`
  }
  const { message } = error
  const texts: Readonly<Record<string, string>> = {
    RATE_LIMIT_EXCEEDED: t`Too much in a short time. Try again in a moment.`,
    SERVICE_UNAVAILABLE: t`The service cannot do this right now. Try again in a moment.`,
    INTERNAL_SERVER_ERROR: t`Something unexpected happened in the service. Its log says more: ${message}`,
    PAYLOAD_TOO_LARGE: t`This is larger than the service takes.`,
    UNAUTHORIZED: t`This sign-in is not right: ${message}`,
    FORBIDDEN: t`This is not allowed: ${message}`,
    NOT_FOUND: t`This was not found: ${message}`,
    INVALID_CONFIG: t`The service does not accept this: ${message}`,
    BAD_REQUEST: t`The service does not accept this: ${message}`,
  }
  return texts[error.code] ?? message
}
