import { useLingui } from '@lingui/react/macro'
import { Button, Group, Loader, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useParent, useWarnings } from '../../data/configuration.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { lazyPart } from '../../parts/lazy-part.ts'
import { MissingCatalogs } from '../../parts/missing-catalogs.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ParentNotice } from '../../parts/parent-notice.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { useKeySet } from '../../parts/use-key-set.ts'
import { Warnings } from '../../parts/warnings.tsx'
import { CatalogList } from './catalog-list.tsx'
import { PlayerCard } from './player-card.tsx'
import { useCatalogs } from './use-catalogs.ts'
import type { Catalogs } from './use-catalogs.ts'

const Comparison = lazyPart(async () => (await import('../account/comparison.tsx')).Comparison)

/** What Stremio and its like list: which catalogs, in which order and under which names. */
export function CatalogsPage() {
  const { t } = useLingui()
  const catalogs = useCatalogs()
  const [chosen, unfolded] = [useKeySet(), useKeySet()]
  const { data, error, refetch } = catalogs.query
  const parent = useParent()
  const warnings = useWarnings().data?.filter(({ path }) => path.startsWith('catalogs'))
  return (
    <Stack className="page" gap="lg">
      <PageTitle title={t`Catalogs`}>
        {t`What players list: in which order, under which names, merged or split. Libraries of the media server are arranged on its own page.`}
      </PageTitle>
      <Warnings warnings={warnings} />
      {catalogs.isInherited && (
        <Text size="sm">{t`Some of this comes from the parent configuration. A list that you change here replaces the parent's.`}</Text>
      )}
      {data && <MissingCatalogs failures={data.failures} />}
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      <ParentNotice />
      {!data && !error && !parent.error && <Skeleton h="60vh" />}
      {data && <Waiting sources={data.waiting} />}
      {data && (data.catalogs.length > 0 || isWhole(data)) && (
        <CatalogList catalogs={catalogs} rows={data.catalogs} chosen={chosen} unfolded={unfolded} />
      )}
      <PlayerCard catalogs={catalogs} />
      <Compared catalogs={catalogs} />
      <SaveBar {...catalogs.bar} />
    </Stack>
  )
}

type Preview = NonNullable<Catalogs['query']['data']>

function isWhole({ waiting, failures }: Preview): boolean {
  return waiting.length === 0 && failures.length === 0
}

function Waiting({ sources }: { sources: Preview['waiting'] }) {
  const { t } = useLingui()
  return (
    <div aria-live="polite">
      {sources.map(({ id, name }) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <Loader size="xs" />
          <Text size="sm">{t`${name} has not answered yet. Its catalogs appear once it does.`}</Text>
        </Group>
      ))}
    </div>
  )
}

function Compared({ catalogs: { bar, saved, part } }: { catalogs: Catalogs }) {
  const { t } = useLingui()
  const [isOpen, comparison] = useDisclosure()
  if (!bar.hasChanged) return null
  return (
    <Stack>
      <div>
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={comparison.toggle}>
          {t`Compare with what is saved`}
        </Button>
      </div>
      {isOpen && (
        <Comparison
          before={{ catalogs: saved }}
          after={{ catalogs: part }}
          isSaving={bar.isSaving}
          save={bar.save}
          action={t`Save`}
        />
      )}
    </Stack>
  )
}
