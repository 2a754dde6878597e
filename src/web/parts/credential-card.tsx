import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailureNotice } from './failure-notice.tsx'
import { retryOf } from './retry-of.ts'

type Props<One> = {
  readonly title: string
  readonly purpose: string
  readonly queryKey: string
  readonly read: () => Promise<readonly One[]>
  readonly revoke: (id: string) => Promise<unknown>
  readonly line: (one: One, revoke: () => void) => ReactNode
  readonly maker: (made: () => Promise<void>) => ReactNode
}

/** What lets programs in: the list of it, how one ends and how one is made. */
export function CredentialCard<One extends { readonly id: string }>(props: Props<One>) {
  const { title, purpose, queryKey: key, read, revoke, line, maker } = props
  const queryKey = [key]
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey, queryFn: read })
  const onSettled = () => client.invalidateQueries({ queryKey })
  const revoking = useMutation({ mutationFn: revoke, onSettled })
  const failure = revoking.error ?? error
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text>{purpose}</Text>
        {failure && <FailureNotice error={failure} retry={retryOf(revoking, refetch)} />}
        {!data && !error && <Skeleton h="2rem" />}
        {data?.map((one) => line(one, () => revoking.mutate(one.id)))}
        {maker(onSettled)}
      </Stack>
    </Card>
  )
}
