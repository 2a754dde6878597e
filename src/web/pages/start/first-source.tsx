import { useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useConfiguration } from '../../data/configuration.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { AddSource } from '../sources/add-source.tsx'
import { sourceTitle } from '../sources/source-title.ts'

export function FirstSource() {
  const { t } = useLingui()
  const { uuid, userData } = useConfiguration()
  const sources = userData.sources ?? []
  return (
    <Stack className="narrow">
      <CopyField
        label={t`Your UUID`}
        hint={t`Keep it with your password: it signs you in on other devices. This browser remembers it.`}
        value={uuid}
      />
      <AddSource />
      {sources.length > 0 && (
        <Text>
          {t`Added:`} {sources.map(sourceTitle).join(', ')}
        </Text>
      )}
    </Stack>
  )
}
