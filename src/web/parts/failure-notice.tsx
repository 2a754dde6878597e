import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { Failure } from '../data/failure.ts'

/** What went wrong, and a way to try again where there is one. */
export function FailureNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useLingui()
  const message = useFailureText(error)
  return (
    <Alert color="red" title={t`This did not work`} role="alert">
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
    return t`The configuration was changed elsewhere meanwhile. Reload the page, then change it again.`
  }
  return error.message
}
