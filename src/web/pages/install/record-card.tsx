import { useLingui } from '@lingui/react/macro'
import { Card, Stack, Switch, Title } from '@mantine/core'
import { useInherited } from '../../data/configuration.ts'
import { usePartDraft } from '../../data/part-draft.ts'
import { SaveBar } from '../../parts/save-bar.tsx'

type Stremio = { readonly recordPlays?: boolean }

export function RecordCard() {
  const { t } = useLingui()
  const { part, change, bar } = usePartDraft(['stremio'])
  const inherited = useInherited()
  const own = part['stremio'] as Stremio | undefined
  const { recordPlays } = { ...(inherited?.['stremio'] as Stremio | undefined), ...own }
  return (
    <Card withBorder padding="lg" component="section" style={{ overflow: 'visible' }}>
      <Stack>
        <Title order={2} size="h4">{t`Plays in Stremio`}</Title>
        <Switch
          label={t`Keep in the history what is watched in Stremio`}
          description={t`Streams then open through this service, which notes a play for the user whose address it is. How long it was watched is known only of files that this service carries.`}
          checked={recordPlays === true}
          onChange={(event) =>
            change({ stremio: { ...own, recordPlays: event.currentTarget.checked } })
          }
        />
      </Stack>
      <Stack gap={0} mt="xs">
        <SaveBar {...bar} />
      </Stack>
    </Card>
  )
}
