import { useLingui } from '@lingui/react/macro'
import { Badge, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Failure } from '../../data/failure.ts'
import { subscribe } from '../../data/subscribe.ts'
import { NowPlayingDocument } from '../../documents.ts'
import type { NowPlayingSubscription } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { titleOf } from './title-of.ts'

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
  const playing = sessions?.filter(({ item, positionMs }) => item || positionMs !== null)
  return (
    <Card withBorder padding="lg" mih="6.5rem" component="section" aria-live="polite">
      <Stack gap="sm">
        <Title order={2} size="h4">{t`Now playing`}</Title>
        {refusal && <FailureNotice error={refusal} retry={retry} />}
        {playing?.length === 0 && <Text c="dimmed">{t`Nobody is watching right now.`}</Text>}
        {playing?.map((session) => (
          <Playing key={session.id} session={session} />
        ))}
      </Stack>
    </Card>
  )
}

function Playing({ session }: { session: Session }) {
  const { t } = useLingui()
  const { item, user, client, deviceName, paused, positionMs } = session
  const length = item?.runtimeMs ?? 0
  const percent = length > 0 ? Math.min(100, (100 * (positionMs ?? 0)) / length) : null
  const title = item ? titleOf(item) : t`Something unknown`
  return (
    <div>
      <Group justify="space-between">
        <Text fw={600}>
          {title} {paused && <Badge color="gray">{t`paused`}</Badge>}
        </Text>
        <Text size="sm" c="dimmed">
          {[user.name, client, deviceName].join(' · ')}
        </Text>
      </Group>
      {percent !== null && <Progress mt={6} value={percent} aria-label={t`Progress of ${title}`} />}
    </div>
  )
}
