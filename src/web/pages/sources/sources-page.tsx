import { useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useConfiguration, useSaveConfiguration, useWarnings } from '../../data/configuration.ts'
import type { SourceEntry } from '../../data/configuration.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { Warnings } from '../../parts/warnings.tsx'
import { AddSource } from './add-source.tsx'
import { SourceList } from './source-list.tsx'

export function SourcesPage() {
  const { t } = useLingui()
  const { etag } = useConfiguration()
  return (
    <Stack className="page" gap="lg">
      <PageTitle title={t`Sources`}>
        {t`Where streams, catalogs and subtitles come from. The order counts where results are otherwise equal.`}
      </PageTitle>
      <Warnings warnings={useWarnings().data} />
      {/* A change made elsewhere begins anew. */}
      <OwnSources key={etag} />
      <AddSource />
    </Stack>
  )
}

function OwnSources() {
  const { t } = useLingui()
  const { userData, etag } = useConfiguration()
  const saved = userData.sources ?? []
  const [sources, setSources] = useState<readonly SourceEntry[]>(saved)
  const saving = useSaveConfiguration()
  const hasChanged = JSON.stringify(sources) !== JSON.stringify(saved)
  return (
    <Stack>
      {sources.length === 0 && <Text c="dimmed">{t`There is no source yet.`}</Text>}
      <SourceList sources={sources} change={setSources} />
      {saving.error && <FailureNotice error={saving.error} />}
      {hasChanged && (
        <Card withBorder pos="sticky" bottom={8} padding="sm">
          <Group justify="space-between">
            <Text size="sm">{t`There are changes that are not saved.`}</Text>
            <Group gap="xs">
              <Button variant="default" onClick={() => setSources(saved)}>
                {t`Undo`}
              </Button>
              <Button
                loading={saving.isPending}
                onClick={() => saving.mutate({ config: { ...userData, sources }, etag })}
              >
                {t`Save`}
              </Button>
            </Group>
          </Group>
        </Card>
      )}
    </Stack>
  )
}
