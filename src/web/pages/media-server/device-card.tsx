import { useLingui } from '@lingui/react/macro'
import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { memo } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { DevicesDocument, RevokeDeviceDocument } from '../../documents.ts'
import type { DevicesQuery } from '../../documents.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { retryOf } from '../../parts/retry-of.ts'

type Entry = DevicesQuery['devices'][number]

export const devicesKey = ['devices']

export const DeviceCard = memo(() => {
  const { t } = useLingui()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: devicesKey,
    queryFn: async () => (await request(DevicesDocument)).devices,
  })
  const revoking = useMutation({
    mutationFn: ({ device, user }: Entry) =>
      request(RevokeDeviceDocument, { id: device.id, userId: user.id }),
    onSettled: () => client.invalidateQueries({ queryKey: devicesKey }),
  })
  const failure = revoking.error ?? error
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`Signed-in devices`}</Title>
        {failure && <FailureNotice error={failure} retry={retryOf(revoking, refetch)} />}
        {!data && !error && <Skeleton h="3rem" />}
        {data?.length === 0 && <Text c="dimmed">{t`No app is signed in yet.`}</Text>}
        {data?.map((entry) => (
          <DeviceLine
            key={`${entry.device.id} ${entry.user.id}`}
            entry={entry}
            revoke={() => revoking.mutate(entry)}
          />
        ))}
      </Stack>
    </Card>
  )
})

type LineProps = {
  readonly entry: Entry
  readonly revoke: () => void
}

function DeviceLine({ entry, revoke }: LineProps) {
  const { t, i18n } = useLingui()
  const { name, client, version } = entry.device
  const userName = entry.user.name
  const seen = i18n.date(entry.lastSeenAt, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {[userName, `${client} ${version}`, t`last used ${seen}`].join(' · ')}
        </Text>
      </div>
      <ConfirmButton
        label={t`Sign out`}
        name={t`Sign out ${userName} on ${name}`}
        question={t`Sign out ${userName} on ${name}?`}
        consequence={t`${userName} must sign in there again. Others who use the device stay signed in.`}
        act={revoke}
      />
    </Group>
  )
}
