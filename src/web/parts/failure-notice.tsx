import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { Suspense } from 'react'
import { Failure } from '../data/failure.ts'
import { FailureText } from './failure-text.tsx'
import { WarningList } from './warnings.tsx'

type Props = { readonly error: unknown; readonly title?: string; readonly retry?: () => void }

/** What went wrong, and a way to try again where there is one. */
export function FailureNotice({ error, title, retry }: Props) {
  const { t } = useLingui()
  const problems = error instanceof Failure ? error.problems : undefined
  return (
    <Alert color="red" title={title ?? t`This did not work`} role="alert">
      <Stack gap="sm" align="start">
        <Text size="sm">
          {problems ? t`The service does not accept this:` : <FailureText error={error} />}
        </Text>
        {problems && (
          <Suspense>
            <WarningList warnings={problems} />
          </Suspense>
        )}
        {retry && (
          <Button size="xs" variant="light" color="red" data-retry onClick={retry}>
            {t`Try again`}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
