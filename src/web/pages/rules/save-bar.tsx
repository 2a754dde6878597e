import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useConfiguration, useWarnings } from '../../data/configuration.ts'
import { differences } from '../../data/differences.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { ConflictNotice } from '../../parts/save-bar.tsx'
import { Warnings } from '../../parts/warnings.tsx'
import { Comparison } from '../account/comparison.tsx'
import { withRules } from './rules.ts'
import type { Draft } from './use-draft.ts'

type Props = { readonly draft: Draft; readonly canSave: boolean }

/** The way back, what would change, and saving it. */
export function SaveBar({ draft, canSave }: Props) {
  const { t } = useLingui()
  const { userData } = useConfiguration()
  const warnings = useWarnings().data
  const [isOpen, setOpen] = useState(false)
  const { own, saved, bar, undo, redo } = draft
  const { hasChanged, isSaved, isSaving, error, conflict, save } = bar
  const before = withRules(userData, saved)
  const after = withRules(userData, own)
  const count = hasChanged ? differences(before, after).length : 0
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button variant="default" disabled={!undo} onClick={undo ?? undefined}>
          {t`Undo`}
        </Button>
        <Button variant="default" disabled={!redo} onClick={redo ?? undefined}>
          {t`Redo`}
        </Button>
        <Button
          disabled={!hasChanged || !canSave}
          aria-expanded={isOpen && hasChanged}
          onClick={() => setOpen(!isOpen)}
        >
          {t`Compare and save`}
        </Button>
        <Text size="sm" aria-live="polite">
          {hasChanged ? (
            <Plural value={count} one="# change is not saved" other="# changes are not saved" />
          ) : isSaved ? (
            t`Saved.`
          ) : (
            t`Everything is saved.`
          )}
        </Text>
      </Group>
      {conflict && <ConflictNotice {...conflict} />}
      {!conflict && error != null && <FailureNotice error={error} />}
      {isSaved && <Warnings warnings={warnings} />}
      {isOpen && hasChanged && !conflict && (
        <Comparison
          before={before}
          after={after}
          isSaving={isSaving}
          save={save}
          action={t`Save`}
        />
      )}
    </Stack>
  )
}
