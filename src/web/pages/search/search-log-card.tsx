import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfiguration, useInherited } from '../../data/configuration.ts'
import { request } from '../../data/request.ts'
import { usePolling } from '../../data/use-polling.ts'
import { SearchLogDocument } from '../../documents.ts'
import type { SearchLogQuery } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useStepNames } from './use-step-names.ts'
import { useNaming, useTitleName } from './use-title-name.ts'

type Logged = SearchLogQuery['searchLog'][number]

/** Of the titles at the top when the page opens; others have names where they are known anyway. */
const mostNamed = 10

/** Where the configuration keeps them. */
export function SearchLogCard() {
  const { userData } = useConfiguration()
  const inherited = useInherited()
  return (userData['searchLog'] ?? inherited?.['searchLog']) === true ? <SearchLog /> : null
}

function SearchLog() {
  const { t } = useLingui()
  const query = useQuery({
    queryKey: ['search log'],
    queryFn: async () => (await request(SearchLogDocument)).searchLog,
  })
  usePolling(query, true)
  const { data, error, refetch } = query
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`The last searches`}</Title>
        {error && <FailureNotice error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton h="6rem" />}
        {data?.length === 0 && (
          <Text c="dimmed">{t`Nothing was searched for since they are kept.`}</Text>
        )}
        {data && data.length > 0 && <Searches searches={data} />}
      </Stack>
    </Card>
  )
}

function Searches({ searches }: { searches: readonly Logged[] }) {
  const { t } = useLingui()
  const [named] = useState(() => searches.slice(0, mostNamed))
  useNaming(named.map(({ type, mediaId }) => ({ type, id: mediaId })))
  return (
    <div
      className="scrolled"
      style={{ maxHeight: '30rem' }}
      tabIndex={0}
      role="region"
      aria-label={t`The last searches`}
    >
      <table className="table sticky">
        <thead>
          <tr>
            <th>{t`Search`}</th>
            <th className="number">{t`Results`}</th>
            <th>{t`Left out`}</th>
          </tr>
        </thead>
        <tbody>
          {searches.map((one) => (
            <Line key={`${one.at} ${one.mediaId} ${one.tookMs}`} search={one} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What, when, how and by whom stand below each other, so that a telephone has room for the rest. */
function Line({ search }: { search: Logged }) {
  const { t, i18n } = useLingui()
  const steps = useStepNames()
  const interfaces = {
    REST: 'REST',
    GRAPHQL: t`GraphQL and these pages`,
    MEDIA_SERVER: t`Media server`,
    STREMIO: 'Stremio',
  }
  const { at, interface: asked, user, type, mediaId, received, results, dropped } = search
  const title = useTitleName({ type, id: mediaId }, { onlyKnown: true })
  const { failedSources, tookMs } = search
  return (
    <tr>
      <th scope="row">
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {i18n.date(at, { dateStyle: 'short', timeStyle: 'medium' })}
        </Text>
        <Text size="xs" c="dimmed">
          {[interfaces[asked], user?.name].filter(Boolean).join(' · ')}
        </Text>
        {failedSources > 0 && (
          <Text size="xs">
            {t`${plural(failedSources, { one: '# source failed', other: '# sources failed' })}`}
          </Text>
        )}
      </th>
      <td className="number">
        {t`${results} of ${received}`}
        <Text size="xs" c="dimmed">
          {t`${Math.round(tookMs)} ms`}
        </Text>
      </td>
      <td>
        {dropped.length === 0 && '–'}
        {dropped.map(({ step, count }) => (
          <div key={step}>
            {steps[step]}: {count}
          </div>
        ))}
      </td>
    </tr>
  )
}
