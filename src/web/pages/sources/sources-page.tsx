import { useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useConfiguration, useWarnings } from '../../data/configuration.ts'
import { useSourcesDraft } from '../../data/sources-draft.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { Warnings } from '../../parts/warnings.tsx'
import { AddSource } from './add-source.tsx'
import { SourceList } from './source-list.tsx'
import { sourceTitle } from './source-title.ts'

export function SourcesPage() {
  const { t } = useLingui()
  return (
    <Stack className="page" gap="lg">
      <PageTitle title={t`Sources`}>
        {t`Where streams, catalogs and subtitles come from. The order counts where results are otherwise equal.`}
      </PageTitle>
      <SourceWarnings />
      <ConfiguredSources />
    </Stack>
  )
}

function SourceWarnings() {
  const { sources = [] } = useConfiguration().userData
  const nameOf = (path: string): string | null => {
    const source = sources[Number(/^sources\[(\d+)\]/.exec(path)?.[1])]
    return source ? sourceTitle(source) : null
  }
  return <Warnings warnings={useWarnings().data} nameOf={nameOf} />
}

function ConfiguredSources() {
  const { t } = useLingui()
  const { part: sources, saved, change, put, bar } = useSourcesDraft()
  return (
    <Stack>
      {sources.length === 0 && <Text c="dimmed">{t`There is no source yet.`}</Text>}
      <SourceList sources={sources} saved={saved} change={change} />
      <AddSource isAdding={bar.isSaving} add={(source) => put([...sources, source])} />
      <SaveBar {...bar} />
    </Stack>
  )
}
