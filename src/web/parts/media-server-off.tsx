import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** In place of what only the media server knows. */
export function MediaServerOff() {
  const { t } = useLingui()
  return (
    <Alert color="blue" title={t`The media server is switched off in this configuration.`}>
      <Stack gap="sm" align="start">
        <Text size="sm">{t`It knows what is watched, and keeps the history. What was watched before stays.`}</Text>
        <Button size="xs" variant="light" component={Link} to="/media-server">
          {t`Media server`}
        </Button>
      </Stack>
    </Alert>
  )
}
