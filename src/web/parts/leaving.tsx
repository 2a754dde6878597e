import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { drafts } from '../data/drafts.ts'
import { Dialog } from './dialog.tsx'

const hasDraft = () => drafts.get() > 0

/** Asks before a page is left without saving, once for all its drafts. It has to be there before a draft begins. */
export function Leaving() {
  const { t } = useLingui()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: hasDraft,
    enableBeforeUnload: hasDraft,
    withResolver: true,
  })
  return (
    <Dialog
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={t`Leave without saving?`}
    >
      <Stack>
        <Text>{t`What you changed on this page would be lost.`}</Text>
        <Group justify="end">
          <Button variant="default" onClick={() => proceed?.()}>
            {t`Leave`}
          </Button>
          <Button data-autofocus onClick={() => reset?.()}>
            {t`Stay here`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
