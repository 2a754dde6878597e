import { useLingui } from '@lingui/react/macro'
import { Card, Stack, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { BrowsersDocument, RevokeBrowserDocument } from '../../documents.ts'
import { BrowserLine } from '../../parts/browser-line.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { retryOf } from '../../parts/retry-of.ts'

const key = ['browsers']

/** Browsers that are signed in; each but this one can be signed out. */
export function BrowserCard() {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (await request(BrowsersDocument)).browserSessions,
  })
  const revoking = useMutation({
    mutationFn: (id: string) => request(RevokeBrowserDocument, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  const failure = revoking.error ?? error
  return (
    <Card withBorder padding="lg" mih="8rem">
      <Stack>
        <Title order={2} size="h4">{t`Signed-in browsers`}</Title>
        {failure && <FailureNotice error={failure} retry={retryOf(revoking, refetch)} />}
        {data?.map(({ id, name, current, remembered, lastSeenAt }) => (
          <BrowserLine
            key={id}
            name={name}
            current={current}
            about={[
              i18n.date(lastSeenAt, { dateStyle: 'medium', timeStyle: 'short' }),
              remembered ? t`for 90 days` : t`until it is closed`,
            ].join(' · ')}
            signOut={() => revoking.mutate(id)}
          />
        ))}
      </Stack>
    </Card>
  )
}
