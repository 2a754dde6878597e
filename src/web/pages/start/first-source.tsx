import { useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useConfiguration } from '../../data/configuration.ts'
import { useSourcesDraft } from '../../data/sources-draft.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { AddSource } from '../sources/add-source.tsx'
import { sourceTitle } from '../sources/source-title.ts'

export function FirstSource() {
  const { t } = useLingui()
  const { uuid } = useConfiguration()
  const { part, saved, put, bar } = useSourcesDraft()
  return (
    <Stack className="narrow">
      <CopyField
        label={t`Your UUID`}
        hint={t`Keep it with your password: it signs you in on other devices. This browser remembers it.`}
        value={uuid}
      />
      <AddSource isAdding={bar.isSaving} add={(source) => put([...part, source])} />
      {!bar.isSaving && <SaveBar {...bar} />}
      {saved.length > 0 && (
        <Text>
          {t`Added:`} {saved.map(sourceTitle).join(', ')}
        </Text>
      )}
    </Stack>
  )
}
