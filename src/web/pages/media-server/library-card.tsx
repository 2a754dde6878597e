import { useLingui } from '@lingui/react/macro'
import { Card, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo, Suspense } from 'react'
import { useConfiguration } from '../../data/configuration.ts'
import { isSame } from '../../data/differences.ts'
import { mediaServerOf } from '../../data/household.ts'
import type { Inherited, MediaServer } from '../../data/household.ts'
import { request } from '../../data/request.ts'
import { useLastError } from '../../data/use-last-error.ts'
import { usePolling } from '../../data/use-polling.ts'
import { LibrariesDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { lazyPart } from '../../parts/lazy-part.ts'
import { MissingCatalogs } from '../../parts/missing-catalogs.tsx'
import { useIsReturn } from '../../parts/use-is-return.ts'
import { useOnceIdle } from '../../parts/when-idle.ts'
import { inOrder, listed } from './library-order.ts'

const LibraryList = lazyPart(async () => (await import('./library-list.tsx')).LibraryList)

const mostTitles = 100_000
const usualTitles = 1_000

type Props = {
  readonly libraries: MediaServer['libraries']
  readonly inherited: Inherited
  readonly set: (next: Partial<MediaServer>) => void
}

/** Libraries as apps show them: their order, and which are shown. */
export const LibraryCard = memo(({ libraries = {}, inherited, set }: Props) => {
  const { t } = useLingui()
  const isIdle = useOnceIdle(useIsReturn())
  const query = useQuery({
    queryKey: ['libraries'],
    queryFn: () => request(LibrariesDocument),
    staleTime: 60_000,
  })
  const { data, refetch } = query
  const error = useLastError(query)
  const failures = data?.libraryFailures ?? []
  usePolling(query, failures.length > 0)
  const { userData } = useConfiguration()
  // A list of its own replaces the parent's, so the first change copies that.
  const order = libraries.order ?? inherited?.libraries?.order ?? []
  const hidden = libraries.hidden ?? inherited?.libraries?.hidden ?? []
  const savedOrder = mediaServerOf(userData).libraries?.order ?? inherited?.libraries?.order ?? []
  const isInherited =
    (!libraries.order && inherited?.libraries?.order) ||
    (!libraries.hidden && inherited?.libraries?.hidden)
  const isReady = data && inherited !== undefined
  const known = (data?.libraries ?? [])
    .filter(({ collectionType }) => collectionType !== 'PLAYLISTS')
    .map(({ name }) => name)
  const names = isSame(order, savedOrder)
    ? listed(known, hidden, order)
    : inOrder([...new Set([...known, ...hidden])], order)
  const setLibraries = (next: NonNullable<MediaServer['libraries']>) =>
    set({ libraries: { ...libraries, ...next } })
  const setMost = (typed: string) => {
    const { maxItems: _before, ...rest } = libraries
    const maxItems = Math.min(mostTitles, Math.max(1, Math.trunc(Number(typed))))
    set({ libraries: typed === '' ? rest : { ...rest, maxItems } })
  }
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`Libraries`}</Title>
        <Text>{t`Every catalog of your sources is a library. Order them as apps shall list them.`}</Text>
        {error && <FailureNotice error={error} retry={() => void refetch()} />}
        {isInherited && (
          <Text size="sm">{t`Their order, or which are hidden, comes from the parent configuration. Once you change it here, the parent's no longer matters.`}</Text>
        )}
        {!error && (!isReady || (names.length > 0 && !isIdle)) && <Skeleton h="6rem" />}
        <MissingCatalogs failures={failures} />
        {isReady && names.length === 0 && failures.length === 0 && (
          <Text c="dimmed">{t`No source has a catalog. Add one that has, such as Cinemeta.`}</Text>
        )}
        {isReady && names.length > 0 && isIdle && (
          <Suspense fallback={<Skeleton h="6rem" />}>
            <LibraryList names={names} hidden={hidden} order={order} set={setLibraries} />
          </Suspense>
        )}
        <TextInput
          type="number"
          label={t`Most titles of one library`}
          description={t`More take longer to read.`}
          maw="16rem"
          min={1}
          max={mostTitles}
          placeholder={String(inherited?.libraries?.maxItems ?? usualTitles)}
          value={libraries.maxItems ?? ''}
          onChange={(event) => setMost(event.currentTarget.value)}
        />
      </Stack>
    </Card>
  )
})
