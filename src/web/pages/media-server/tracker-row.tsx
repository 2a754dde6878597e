import { Plural, useLingui } from '@lingui/react/macro'
import { Badge, Button, Group, List, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { request } from '../../data/request.ts'
import {
  ConnectTrackerDocument,
  DisconnectTrackerDocument,
  RetryTrackerDocument,
} from '../../documents.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { lazyPart } from '../../parts/lazy-part.ts'
import { ShownReason } from '../../parts/shown-reason.tsx'
import { trackersKey } from './trackers.ts'
import type { TrackerEntry } from './trackers.ts'

const TrackerPairing = lazyPart(async () => (await import('./tracker-pairing.tsx')).TrackerPairing)

const colors = {
  CONNECTED: 'teal',
  PENDING: 'yellow',
  RECONNECT: 'red',
  DISCONNECTED: 'gray',
} as const

type Props = { readonly tracker: TrackerEntry; readonly userName: string }

export function TrackerRow({ tracker, userName }: Props) {
  const { t, i18n } = useLingui()
  const { name, state, reason, codedReason, waiting, pulledAt, givenUp } = tracker
  const states = {
    CONNECTED: t`connected`,
    PENDING: t`waiting for you`,
    RECONNECT: t`must be connected again`,
    DISCONNECTED: t`not connected`,
  }
  const when = pulledAt && i18n.date(pulledAt, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Group justify="space-between">
          <div>
            <Text fw={600}>
              {name}{' '}
              <Badge variant="dot" color={colors[state]}>
                {states[state]}
              </Badge>
            </Text>
            <Text size="sm" c="dimmed">
              {[userName, when && t`its history was read ${when}`].filter(Boolean).join(' · ')}
            </Text>
          </div>
        </Group>
        {reason && (
          <Text size="sm">
            <ShownReason reason={codedReason} instead={reason} />
          </Text>
        )}
        {waiting > 0 && (
          <Text size="sm">
            <Plural value={waiting} one="# event is waiting." other="# events are waiting." />
          </Text>
        )}
        {givenUp.length > 0 && (
          <details>
            <summary>{t`What it did not accept this week`}</summary>
            <List size="sm" mt="xs">
              {givenUp.map((event) => (
                <List.Item key={`${event.at} ${event.name} ${event.event}`}>
                  {event.name}: <ShownReason reason={event.codedReason} instead={event.reason} /> (
                  {i18n.date(event.at, { dateStyle: 'short', timeStyle: 'short' })})
                </List.Item>
              ))}
            </List>
          </details>
        )}
        <TrackerActions tracker={tracker} userName={userName} />
      </Stack>
    </Paper>
  )
}

function TrackerActions({ tracker, userName }: Props) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { id, native, name, userId, state, waiting } = tracker
  const onSettled = () => client.invalidateQueries({ queryKey: trackersKey })
  const target = { tracker: native!, userId }
  const connecting = useMutation({
    mutationFn: async () => (await request(ConnectTrackerDocument, target)).connectTracker,
    onSettled,
  })
  const disconnecting = useMutation({
    mutationFn: () => request(DisconnectTrackerDocument, target),
    onSettled,
  })
  const retrying = useMutation({
    mutationFn: () => request(RetryTrackerDocument, { id: id! }),
    onSettled,
  })
  const failure = connecting.error ?? disconnecting.error ?? retrying.error
  const isLinked = state !== 'DISCONNECTED'
  return (
    <>
      {failure && <FailureNotice error={failure} />}
      {connecting.data && (
        <Suspense fallback={<Skeleton h="8rem" />}>
          <TrackerPairing
            pairing={connecting.data}
            target={target}
            name={name}
            renew={() => connecting.mutate()}
            done={() => {
              connecting.reset()
              void onSettled()
            }}
          />
        </Suspense>
      )}
      <Group gap="xs">
        {native && (
          <Button
            size="xs"
            variant="light"
            aria-label={
              isLinked
                ? t`Connect again: ${name} for ${userName}`
                : t`Connect ${name} for ${userName}`
            }
            loading={connecting.isPending}
            onClick={() => connecting.mutate()}
          >
            {isLinked ? t`Connect again` : t`Connect`}
          </Button>
        )}
        {id !== null && waiting > 0 && (
          <Button
            size="xs"
            variant="default"
            loading={retrying.isPending}
            onClick={() => retrying.mutate()}
          >
            {t`Send now`}
          </Button>
        )}
        {native && isLinked && (
          <ConfirmButton
            label={t`Disconnect`}
            name={t`Disconnect ${name} of ${userName}`}
            question={t`Disconnect ${name}?`}
            consequence={t`It hears nothing more, and what waits for it is deleted. What it knows already stays there.`}
            act={() => disconnecting.mutate()}
          />
        )}
      </Group>
    </>
  )
}
