import { useLingui } from '@lingui/react/macro'
import { Badge, Box, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Failure } from '../../data/failure.ts'
import { itemPicture } from '../../data/item-picture.ts'
import { subscribe } from '../../data/subscribe.ts'
import { NowPlayingDocument } from '../../documents.ts'
import type { NowPlayingSubscription } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Poster } from '../../parts/poster.tsx'
import { clockOf } from './time.ts'
import { titleOf } from './title-of.ts'
import { useDeliveryNames } from './use-delivery-names.ts'

const secondMs = 1_000

type Session = NowPlayingSubscription['sessionsChanged'][number]

/** Follows the service for as long as the page is open; null: nothing was heard yet. */
function useSessions() {
  const [sessions, setSessions] = useState<readonly Session[] | null>(null)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    void subscribe<NowPlayingSubscription>(NowPlayingDocument, leaving.signal, {
      heard(data) {
        setRefusal(null)
        setSessions(data.sessionsChanged)
      },
      refused: setRefusal,
    })
    return () => leaving.abort()
  }, [attempt])
  return { sessions, refusal, retry: () => setAttempt(attempt + 1) }
}

export function NowPlaying() {
  const { t } = useLingui()
  const { sessions, refusal, retry } = useSessions()
  const playing = sessions?.filter(({ item, nowPlaying }) => item ?? nowPlaying)
  return (
    <Card withBorder padding="lg" mih="6.5rem" component="section">
      <Stack gap="sm">
        <Title order={2} size="h4">{t`Now playing`}</Title>
        {refusal && <FailureNotice error={refusal} retry={retry} />}
        <Stack gap="sm" aria-live="polite">
          {playing?.length === 0 && <Text c="dimmed">{t`Nobody is watching right now.`}</Text>}
          {playing?.map((session) => (
            <Playing key={session.id} session={session} />
          ))}
        </Stack>
      </Stack>
    </Card>
  )
}

function Playing({
  session: { item, user, client, deviceName, nowPlaying },
}: {
  session: Session
}) {
  const { t } = useLingui()
  const title = item ? titleOf(item) : t`Something unknown`
  const place = usePlace(nowPlaying)
  const length = nowPlaying?.durationMs ?? 0
  return (
    <Group gap="sm" wrap="nowrap" align="start">
      <Box w={48} style={{ flex: 'none' }} aria-hidden="true">
        <Poster path={itemPicture(item)} title="" />
      </Box>
      <Box flex={1} miw={0}>
        <Group justify="space-between" gap="xs">
          <Text fw={600}>
            {title} {nowPlaying?.paused && <Badge color="gray">{t`paused`}</Badge>}
          </Text>
          <Text size="sm" c="dimmed">
            {[user.name, client, deviceName].join(' · ')}
          </Text>
        </Group>
        <div aria-live="off">
          {nowPlaying && <Details playing={nowPlaying} place={place} />}
          {place !== null && length > 0 && (
            <Progress mt={6} value={(100 * place) / length} aria-label={t`Progress of ${title}`} />
          )}
        </div>
      </Box>
    </Group>
  )
}

/** Milliseconds from the beginning; it goes on by itself, since devices report it now and then. */
function usePlace(playing: Session['nowPlaying']): number | null {
  const [now, setNow] = useState(Date.now)
  const isMoving = playing !== null && !playing.paused
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(() => setNow(Date.now()), secondMs)
    return () => clearInterval(timer)
  }, [isMoving])
  if (playing === null || playing.positionMs === null) return null
  const since = isMoving ? Math.max(0, now - Date.parse(playing.reportedAt)) : 0
  return Math.min(playing.positionMs + since, playing.durationMs ?? Infinity)
}

type DetailsProps = {
  readonly playing: NonNullable<Session['nowPlaying']>
  readonly place: number | null
}

/** How far it is and when it will end, and what plays and how it is carried. */
function Details({ playing, place }: DetailsProps) {
  const { t, i18n } = useLingui()
  const deliveries = useDeliveryNames()
  const { positionMs, durationMs, paused, reportedAt, version, bitrate, delivery } = playing
  const end =
    paused || positionMs === null || durationMs === null
      ? null
      : new Date(Date.parse(reportedAt) + durationMs - positionMs)
  const time = end && i18n.date(end, { timeStyle: 'short' })
  const places = [place, durationMs].filter((one) => one !== null)
  const lines = [
    [place !== null && places.map(clockOf).join(' / '), time && t`until ${time}`],
    [
      version?.resolution,
      version?.source,
      version?.service,
      bitrate !== null && `${i18n.number(bitrate / 1e6, { maximumFractionDigits: 1 })} Mbit/s`,
      delivery && deliveries[delivery],
    ],
  ]
  return lines.map((parts, index) => (
    <Text key={index} size="sm" c="dimmed">
      {parts.filter(Boolean).join(' · ')}
    </Text>
  ))
}
