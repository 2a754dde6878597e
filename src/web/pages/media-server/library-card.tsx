import { useLingui } from '@lingui/react/macro'
import { Card, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useConfiguration } from '../../data/configuration.ts'
import { isSame } from '../../data/differences.ts'
import { mediaServerOf } from '../../data/household.ts'
import type { Inherited, MediaServer } from '../../data/household.ts'
import { request } from '../../data/request.ts'
import { LibrariesDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { lazyPart } from '../../parts/lazy-part.ts'
import { useOnceIdle } from '../../parts/when-idle.ts'
import { inOrder, listed } from './library-order.ts'

const LibraryList = lazyPart(async () => (await import('./library-list.tsx')).LibraryList)

const mostTitles = 100_000
const usualTitles = 1_000

type Props = {
  readonly mediaServer: MediaServer
  readonly inherited: Inherited
  readonly change: (mediaServer: MediaServer) => void
}

/** Libraries as apps show them: their order, and which are shown. */
export function LibraryCard({ mediaServer, inherited, change }: Props) {
  const { t } = useLingui()
  const isIdle = useOnceIdle()
  const { data, error, refetch } = useQuery({
    queryKey: ['libraries'],
    queryFn: async () => (await request(LibrariesDocument)).libraries,
    staleTime: 60_000,
  })
  const { userData } = useConfiguration()
  const { libraries = {} } = mediaServer
  // A list of its own replaces the parent's, so the first change copies that.
  const order = libraries.order ?? inherited?.libraries?.order ?? []
  const hidden = libraries.hidden ?? inherited?.libraries?.hidden ?? []
  const savedOrder = mediaServerOf(userData).libraries?.order ?? inherited?.libraries?.order ?? []
  const isInherited =
    (!libraries.order && inherited?.libraries?.order) ||
    (!libraries.hidden && inherited?.libraries?.hidden)
  const isReady = data && inherited !== undefined
  const known = (data ?? [])
    .filter(({ collectionType }) => collectionType !== 'PLAYLISTS')
    .map(({ name }) => name)
  const names = isSame(order, savedOrder)
    ? listed(known, hidden, order)
    : inOrder([...new Set([...known, ...hidden])], order)
  const set = (next: NonNullable<MediaServer['libraries']>) =>
    change({ ...mediaServer, libraries: { ...libraries, ...next } })
  const setMost = (typed: string) => {
    const { maxItems: _before, ...rest } = libraries
    const maxItems = Math.min(mostTitles, Math.max(1, Math.trunc(Number(typed))))
    change({ ...mediaServer, libraries: typed === '' ? rest : { ...rest, maxItems } })
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
        {isReady && names.length === 0 && (
          <Text c="dimmed">{t`No source has a catalog. Add one that has, such as Cinemeta.`}</Text>
        )}
        {isReady && names.length > 0 && isIdle && (
          <Suspense fallback={<Skeleton h="6rem" />}>
            <LibraryList names={names} hidden={hidden} order={order} set={set} />
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
}
