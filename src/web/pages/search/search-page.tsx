import { useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { PageTitle } from '../../parts/page-title.tsx'
import { ParentNotice } from '../../parts/parent-notice.tsx'
import { PlayerCard } from './player-card.tsx'
import { SampleSearch } from './sample-search.tsx'
import { SearchLogCard } from './search-log-card.tsx'

export function SearchPage() {
  const { t } = useLingui()
  return (
    <Stack className="page" gap="lg">
      <PageTitle title={t`Try a search`}>
        {t`What players get for a title with your sources and rules, and what was left out on the way.`}
      </PageTitle>
      <ParentNotice />
      <SampleSearch />
      <PlayerCard />
      <SearchLogCard />
    </Stack>
  )
}
